import process from 'node:process';
import { openDatabases } from '../../local/redis/upstash-gateway.ts';

export const DATABASES = 128;

/** The numbered database of a worker's token, such as `test-3`. */
export function databaseFor(token: string): number | undefined {
  const number = Number(/^test-(\d+)$/.exec(token)?.[1]);
  return number < DATABASES ? number : undefined;
}

/** For tests of the gateway's HTTP. Kept on the global object, because a worker can run this module more than once. */
const worker = globalThis as typeof globalThis & { fetchOverHttp?: typeof fetch };
worker.fetchOverHttp ??= globalThis.fetch;
export const { fetchOverHttp } = worker as Required<typeof worker>;

/**
 * Answers requests to the gateway in this process, by the gateway's own code and from the same Redis, because HTTP takes
 * half of the time of these tests. Other processes, such as the command line, use the gateway over HTTP.
 */
export function answerInThisProcess(): void {
  const gateway = process.env['UPSTASH_REDIS_REST_URL'] ?? '';
  const socketPath = process.env['REDIS_SOCKET_OF_TESTS'] ?? '';
  const { answer } = openDatabases({ socketPath, databaseFor });
  globalThis.fetch = async (address, init) => {
    const sent = init?.body;
    if (typeof address !== 'string' || !address.startsWith(gateway) || typeof sent !== 'string') {
      return fetchOverHttp(address, init);
    }
    init?.signal?.throwIfAborted();
    const headers = new Headers(init?.headers);
    const { status, body } = await answer({
      method: init?.method,
      url: address,
      authorization: headers.get('authorization'),
      encoding: headers.get('upstash-encoding'),
      body: () => JSON.parse(sent) as unknown,
    });
    init?.signal?.throwIfAborted();
    return Response.json(body, { status });
  };
}
