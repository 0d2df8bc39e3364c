/** A Redis that can be killed, stopped and filled up, behind the same gateway as the local shop's. */
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'redis';
import { type LocalRedis, startRedis } from '../../../local/redis/redis-server.ts';
import { sameSecret, startGateway } from '../../../local/redis/upstash-gateway.ts';

type Client = ReturnType<typeof createClient>;

interface Running {
  server: LocalRedis;
  client: Client;
  pid: number;
}

/**
 * Redis answers after every write is on disk (`appendfsync always`), because Upstash acknowledges only what it keeps. A
 * server that may forget its last second would test another shop.
 */
async function start(folder: string): Promise<Running> {
  const server = await startRedis({ folder, persistent: true });
  const client = createClient({ RESP: 2, socket: { path: server.socketPath, tls: false } }) as Client;
  client.on('error', () => {});
  await client.connect();
  await client.sendCommand(['CONFIG', 'SET', 'appendfsync', 'always']);
  const about = await client.sendCommand<string>(['INFO', 'server']);
  return { server, client, pid: Number(/process_id:(\d+)/.exec(String(about))?.[1]) };
}

/** Since this server started. */
async function refusedForMemory(client: Client): Promise<number> {
  const errors = await client.sendCommand<string>(['INFO', 'errorstats']);
  return Number(/errorstat_OOM:count=(\d+)/.exec(String(errors))?.[1] ?? 0);
}

export async function openKillableRedis(folder: string) {
  let running = await start(folder);
  const token = randomBytes(24).toString('hex');
  const gateway = await startGateway({
    socketPath: running.server.socketPath,
    databaseFor: (given) => (sameSecret(given, token) ? 0 : undefined),
  });
  return {
    url: gateway.url,
    token,
    /** Reads the data past every fault. Not possible while the server is down. */
    ask: <Reply>(...command: (string | number)[]): Promise<Reply> =>
      running.client.sendCommand(command.map(String)),
    /** Sends SIGKILL, and after some ms starts a new server on the same data. */
    kill: async (ms: number) => {
      const { server, client, pid } = running;
      process.kill(pid, 'SIGKILL');
      await server.gone;
      client.destroy();
      await server.stop();
      await wait(ms);
      running = await start(folder);
    },
    /** Sends SIGSTOP, and after some ms SIGCONT. */
    freeze: async (ms: number) => {
      const { pid } = running;
      process.kill(pid, 'SIGSTOP');
      await wait(ms);
      process.kill(pid, 'SIGCONT');
    },
    /** Leaves no memory for writes for some ms. @returns how many commands Redis refused with -OOM */
    fill: async (ms: number): Promise<number> => {
      const { client } = running;
      const before = await refusedForMemory(client);
      await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '1']);
      await wait(ms);
      await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '0']);
      return (await refusedForMemory(client)) - before;
    },
    stop: async () => {
      await gateway.stop();
      const closed = once(running.client, 'end');
      running.client.destroy();
      await Promise.race([closed, wait(200)]);
      await running.server.stop();
    },
  };
}
