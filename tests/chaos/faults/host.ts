/**
 * One process that hosts the shop's functions, as one machine of Netlify's does: `node host.ts <folder of the bundles>`. It
 * tells its port, does with orders what the owner does when it is asked, and ends with whoever started it.
 */
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import {
  type FunctionModule,
  hostFunctions,
  listFunctionFiles,
} from '../../../local/functions/functions-host.ts';
import { openServer } from '../../../local/shop.ts';
import { projectRoot } from '../../../scripts/setup.mjs';
import type { OwnersVerb } from './hosts.ts';

interface Wish {
  owner?: OwnersVerb;
  orderId?: string;
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

const verbs: Record<OwnersVerb, (orderId: string) => Promise<unknown>> = {
  cancel: async (orderId) => (await import('../../../netlify/services/order-admin.ts')).cancelOrder(orderId),
  release: async (orderId) =>
    (await import('../../../netlify/services/refund-admin.ts')).allowDisputedOrder(orderId),
  refundAgain: async (orderId) =>
    (await import('../../../netlify/services/refund-admin.ts')).refundAgain(orderId),
};

async function own(verb: OwnersVerb, orderId: string): Promise<string> {
  try {
    await verbs[verb](orderId);
    return 'done';
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'failed';
  }
}

process.on('message', ({ owner, orderId = '', ticket }: Wish) => {
  if (owner === undefined) return;
  void own(owner, orderId).then((outcome) => process.send?.({ ticket, outcome }));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ port: server.port });
