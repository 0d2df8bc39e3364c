/**
 * One process that hosts the shop's functions, like one machine of Netlify's: `node host.ts <folder of the bundles>`. It
 * sends its port, carries out what staff and the owner do, and ends with its parent.
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
import { type Asked, askedPath, functionHeader } from './hosts.ts';

const folder = process.argv[2] ?? '';
const modules = new Map<string, FunctionModule>();
for (const { name } of await listFunctionFiles(join(projectRoot, 'netlify', 'functions'))) {
  const address = pathToFileURL(join(folder, `${name}.mjs`)).href;
  modules.set(name, (await import(address)) as FunctionModule);
}
const functions = hostFunctions(modules);

/** Prototypes that all objects share: hostile input must not change them. */
const ground = [Object.prototype, Array.prototype, String.prototype, Function.prototype];

async function answerTo(asked: Asked): Promise<string> {
  if (asked === 'isPolluted') return String(ground.some((each) => Object.keys(each).length > 0));
  try {
    const { work } = await import('./staff-work.ts');
    await work(asked);
    return 'done';
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'failed';
  }
}

const server = await openServer(async (request, ip) => {
  const match = functions.match(request);
  if (match) {
    const { body, status, headers } = await match.call(request, ip);
    return new Response(body, { status, headers: [...headers, [functionHeader, '1']] });
  }
  if (new URL(request.url).pathname !== askedPath) {
    // Other paths are files of the site or its 404 page.
    return new Response('No such address', { status: 404 });
  }
  return new Response(await answerTo((await request.json()) as Asked));
}, 0);

process.on('disconnect', () => process.exit(0));
process.send?.({ port: server.port });
