/**
 * One process that hosts the shop's functions, like one machine of Netlify's: `node host.ts <folder of the bundles>`. It
 * sends its port, carries out the owner's actions on request, and ends with its parent.
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
import { functionHeader, type Asked } from './hosts.ts';
import type { StaffTask } from './staff.ts';

const folder = process.argv[2] ?? '';
const modules = new Map<string, FunctionModule>();
for (const { name } of await listFunctionFiles(join(projectRoot, 'netlify', 'functions'))) {
  const address = pathToFileURL(join(folder, `${name}.mjs`)).href;
  modules.set(name, (await import(address)) as FunctionModule);
}
const functions = hostFunctions(modules);
const server = await openServer(async (request, ip) => {
  const match = functions.match(request);
  // Other paths are files of the site or its 404 page.
  if (!match) return new Response('No such address', { status: 404 });
  const { body, status, headers } = await match.call(request, ip);
  return new Response(body, { status, headers: [...headers, [functionHeader, '1']] });
}, 0);

/** Prototypes that all objects share: hostile input must not change them. */
const ground = [Object.prototype, Array.prototype, String.prototype, Function.prototype];

const isPolluted = () => ground.some((each) => Object.keys(each).length > 0);

async function owner({ verb, orderId }: Extract<Asked, { orderId: string }>): Promise<unknown> {
  const { cancelOrder } = await import('../../../netlify/services/order-admin.ts');
  const { allowDisputedOrder, refundAgain } = await import('../../../netlify/services/refund-admin.ts');
  return { cancel: cancelOrder, release: allowDisputedOrder, refundAgain }[verb](orderId);
}

async function staff(task: StaffTask): Promise<void> {
  const { work } = await import('./staff-work.ts');
  return work(task);
}

async function answerTo(asked: Asked): Promise<boolean | string> {
  if (asked === 'isPolluted') return isPolluted();
  try {
    await ('orderId' in asked ? owner(asked) : staff(asked));
    return 'done';
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'failed';
  }
}

process.on('message', ({ ticket, asked }: { ticket?: number; asked?: Asked }) => {
  if (asked === undefined) return;
  void answerTo(asked).then((answer) => process.send?.({ ticket, answer }));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ port: server.port });
