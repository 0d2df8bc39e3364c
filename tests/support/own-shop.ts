import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { projectRoot } from '../../scripts/setup.mjs';

/** How long a shop may take to open, which may include a build, and to close. */
const TIMEOUT_MS = 180_000;

export interface OwnShop {
  address: string;
  /** Everything that the shop has printed. */
  output: () => string;
  /** Ctrl-C, as a terminal sends it: to the shop and its child processes. @returns the exit code */
  interrupt: () => Promise<number | null>;
  /** Processes that this shop started and that still run. */
  left: () => Promise<string[]>;
}

/** A free port below the range of outgoing connections, because such a connection could take it between two shops. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer().listen(port);
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/**
 * This process's environment without the shop's settings: one that is exported here may name a real database, mail server or
 * provider, and no test may reach those.
 */
export async function environmentWithoutSettings(): Promise<NodeJS.ProcessEnv> {
  const named = await readFile(join(projectRoot, '.env.example'), 'utf8');
  const settings = new Set([...named.matchAll(/^(\w+)=/gm)].map(([, name]) => name));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.has(name)));
}

/** `npm start` without npm: the shop of this repository on a port and over a data folder of its own. */
export async function openOwnShop(
  root: string,
  port: number,
  dataFolder: string,
  settings: Record<string, string> = {},
): Promise<OwnShop> {
  const child = spawn('node', ['scripts/start.mjs'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...(await environmentWithoutSettings()),
      // As under npm: the shop watches for the end of its parent.
      npm_lifecycle_event: 'start',
      PORT: String(port),
      SHOP_DATA: dataFolder,
      SHOP_SETTINGS: '',
      SHOP_WARM_PICTURES: '0',
      SHOP_TRUST_PROXY: '1',
      ...settings,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const interrupt = () => interruptGroup(child);
  try {
    await untilOpen(child, () => output);
  } catch (error) {
    await interrupt();
    throw new Error(`The shop did not open. It said:\n${output}`, { cause: error });
  }
  return {
    address: `http://localhost:${port}`,
    output: () => output,
    interrupt,
    left: () => processesWith(`SHOP_DATA=${dataFolder}`),
  };
}

/** The shop on a free port, over a data folder that goes when it closes. @param root of the project, or of a copy */
export async function openTemporaryShop(
  root = projectRoot,
): Promise<{ address: URL; close: () => Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'taana-shop-'));
  const remove = () => rm(data, { recursive: true, force: true, maxRetries: 5 });
  try {
    const { address, interrupt } = await openOwnShop(root, await freePort(), data);
    const close = async () => {
      await interrupt();
      await remove();
    };
    return { address: new URL(address), close };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function untilOpen(child: ChildProcess, output: () => string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  while (!output().includes('Taana is open at')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('It ended');
    const stopWaiting = new AbortController();
    const either = { signal: AbortSignal.any([signal, stopWaiting.signal]) };
    try {
      await Promise.race([
        once(child, 'exit', either),
        ...[child.stdout, child.stderr].flatMap((stream) => (stream ? [once(stream, 'data', either)] : [])),
      ]);
    } finally {
      stopWaiting.abort();
    }
  }
}

async function interruptGroup(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    process.kill(-child.pid, 'SIGINT');
    await ended;
  }
  return child.exitCode;
}

/** The commands of all processes that inherited this setting, whatever their parent is now. */
async function processesWith(setting: string): Promise<string[]> {
  const found: string[] = [];
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue;
    // A process may end while it is being read.
    const read = (file: string) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '');
    if ((await read('environ')).split('\0').includes(setting)) {
      found.push((await read('cmdline')).replaceAll('\0', ' ').trim());
    }
  }
  // A zombie process has no command line.
  return found.filter(Boolean);
}
