import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackServer {
  url: string;
  stop: () => Promise<void>;
}

/** How long (ms) an idle connection stays open. Node's 5 s closed some just as a call arrived. */
export const keepAliveTimeout = 75_000;

/** A server that only this machine can reach. */
export async function openLoopbackServer(answer: RequestListener): Promise<LoopbackServer> {
  const server = createServer({ keepAliveTimeout }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
