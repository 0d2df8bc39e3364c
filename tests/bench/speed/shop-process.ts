/** The shop as `npm start` opens it, in a process and with a database of its own. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot, SetupError } from '../../../scripts/setup.mjs';
import { atEnd } from './cleanup.ts';

export interface ShopProcess {
  address: URL;
  close: () => Promise<void>;
}

const MINUTES_TO_OPEN = 3;

/** Below those that systems hand out by themselves: such a one may be somebody else's again before the shop has it. */
const freePort = () => randomInt(20_000, 30_000);

async function isOpen(address: URL): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * What this process was told, without any setting of a shop: one that is exported here may name a real database, mail
 * server or provider, and none of them is to be measured. Without what npm tells its scripts as well: the shop would watch
 * for the end of a parent that is not its own.
 */
export async function environmentWithoutSettings(): Promise<NodeJS.ProcessEnv> {
  const named = await readFile(join(projectRoot, '.env.example'), 'utf8');
  const settings = new Set([...named.matchAll(/^(\w+)=/gm)].map(([, name]) => name));
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !settings.has(name) && name !== 'npm_lifecycle_event'),
  );
}

/**
 * @param root of the project, or of a copy
 * @throws SetupError if the shop ends, or does not open in time; the message has its output
 */
export async function openShopProcess(root = projectRoot): Promise<ShopProcess> {
  const data = await mkdtemp(join(tmpdir(), 'taana-speed-'));
  const address = new URL(`http://127.0.0.1:${freePort()}`);
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: {
      ...(await environmentWithoutSettings()),
      PORT: address.port,
      SHOP_DATA: data,
      SHOP_SETTINGS: '',
      SHOP_TRUST_PROXY: '1',
      SHOP_WARM_PICTURES: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill());
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const ended = once(child, 'exit');
  const close = atEnd(async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  });
  const latest = Date.now() + MINUTES_TO_OPEN * 60_000;
  while (!(await isOpen(address))) {
    if (child.exitCode !== null || Date.now() > latest) {
      await close();
      throw new SetupError(`The shop did not open:\n${said}`);
    }
    await wait(100);
  }
  return { address, close };
}
