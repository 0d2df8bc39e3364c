/**
 * One process that hosts the shop's functions, as one machine of Netlify's does: `node host.ts <folder of the bundles>`. It
 * tells its port, cancels orders as the owner does when it is asked, and ends with whoever started it.
 */
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type FunctionModule, hostFunctions, listFunctionFiles } from '../../local/functions.ts';
import { openServer } from '../../local/shop.ts';
import { projectRoot } from '../../setup.mjs';

interface Wish {
  cancel?: string;
  ticket?: number;
}

const folder = process.argv[2] ?? '';
const modules = new Map<string, FunctionModule>();
for (const { name } of await listFunctionFiles(join(projectRoot, 'netlify', 'functions'))) {
  const address = pathToFileURL(join(folder, `${name}.mjs`)).href;
  modules.set(name, (await import(address)) as FunctionModule);
}
const functions = hostFunctions(modules);
const server = await openServer(async (request, ip) => {
  const match = functions.match(request);
  return match ? match.call(request, ip) : new Response('No such address', { status: 404 });
}, 0);

async function cancel(orderId: string): Promise<string> {
  const { cancelOrder } = await import('../../../netlify/services/order-desk.ts');
  try {
    await cancelOrder(orderId);
    return 'done';
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'failed';
  }
}

process.on('message', (wish: Wish) => {
  if (wish.cancel === undefined) return;
  void cancel(wish.cancel).then((outcome) => process.send?.({ ticket: wish.ticket, outcome }));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ port: server.port });
