/**
 * A real Redis for the shop: a child process that listens on a Unix socket inside its own data folder, so that no other
 * user of the machine and no web page can reach it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { SetupError } from '../../scripts/setup.mjs';

export interface LocalRedis {
  socketPath: string;
  /** Resolves when the server has ended, for any reason. */
  gone: Promise<void>;
  /** Stops the server after it has saved all data. */
  stop: () => Promise<void>;
}

export interface RedisOptions {
  folder: string;
  /** Keeps the data across restarts. */
  persistent: boolean;
  databases?: number;
}

/**
 * The shell keeps Redis running while its standard input, a pipe from this process, stays open. The system closes the
 * pipe even if this process is killed, so Redis never outlives the shop and always gets the SIGTERM on which it saves
 * its data. A Redis paused by SIGSTOP is continued first, or it would stay paused for ever.
 */
const KEEPER =
  '"$@" </dev/null & child=$!; exec >/dev/null; read -r _; kill -TERM "$child" 2>/dev/null; kill -CONT "$child" 2>/dev/null; wait "$child"';

/** The longest path of a Unix socket on Linux and macOS, minus a margin, in bytes. */
const LONGEST_SOCKET_PATH = 100;

/** How long the Redis of a killed shop may take to save its data before the next start fails. */
const TAKEOVER_MS = 2_000;
/** Loading a large shop's data takes time. */
const START_MS = 60_000;

type State = 'nobody' | 'busy' | 'ready';

/** `busy` is a server that is still loading its data or about to end. */
function stateOf(socketPath: string): Promise<State> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const settle = (state: State): void => {
      socket.destroy();
      resolve(state);
    };
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (reply) => settle(reply.toString().startsWith('+PONG') ? 'ready' : 'busy'));
    socket.once('end', () => settle('busy'));
    socket.once('error', () => settle('nobody'));
    socket.setTimeout(1_000, () => settle('busy'));
  });
}

async function until(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await wait(20);
  }
  return true;
}

export async function startRedis({ folder, persistent, databases = 1 }: RedisOptions): Promise<LocalRedis> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const socketPath = relative(process.cwd(), join(folder, 'redis.sock'));
  if (socketPath.length > LONGEST_SOCKET_PATH) {
    throw new SetupError(
      `The path of the data folder ${folder} is too long for Redis; set SHOP_DATA to a shorter one.`,
    );
  }
  if (!(await until(async () => (await stateOf(socketPath)) === 'nobody', TAKEOVER_MS))) {
    throw new SetupError(
      `Another shop is using the data in ${folder}; stop it first, or set SHOP_DATA to another folder.`,
    );
  }

  const settings = [
    ['--port', '0'],
    ['--unixsocket', 'redis.sock', '--unixsocketperm', '700'],
    ['--dir', folder],
    ['--databases', String(databases)],
    ['--save', ''],
    ['--appendonly', persistent ? 'yes' : 'no', '--appendfsync', 'everysec'],
    ['--daemonize', 'no', '--loglevel', 'warning'],
  ];
  // Its own process group: Ctrl-C reaches the shop, which stops Redis after the last request is answered.
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', 'redis-server', ...settings.flat()], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  keeper.stdin.on('error', () => {});
  const ended = once(keeper, 'exit');
  let lastWords = '';
  keeper.stdout.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2_000);
  });
  const gone = once(keeper.stdout, 'end').then(() => undefined);
  let hasGone = false;
  void gone.then(() => {
    hasGone = true;
  });
  const stop = async () => {
    keeper.stdin.end();
    await ended;
  };

  const ready = await until(async () => hasGone || (await stateOf(socketPath)) === 'ready', START_MS);
  if (!ready || hasGone) {
    await stop();
    throw new SetupError(
      `redis-server did not start in ${folder}; read what it said: ${lastWords.trim() || 'nothing'}`,
    );
  }
  return { socketPath, gone, stop };
}
