/** The Redis of UPSTASH_REDIS_REST_URL: commands past the shop's own client, and what the shop's commands cost. */
import process from 'node:process';

const plainFetch = globalThis.fetch;

/** @param at `pipeline` for several commands @throws Error if a command fails */
export async function askRedis(commands: readonly unknown[], at: '' | 'pipeline' = ''): Promise<unknown> {
  const response = await plainFetch(`${process.env['UPSTASH_REDIS_REST_URL']}/${at}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${process.env['UPSTASH_REDIS_REST_TOKEN']}` },
    body: JSON.stringify(commands),
  });
  const text = await response.text();
  if (!response.ok || text.includes('"error"')) throw new Error(text.slice(0, 500));
  return JSON.parse(text);
}

/** From now on, requests of this process and their bytes in both directions; a measurement sets both to 0. */
export function countTraffic(): { trips: number; bytes: number } {
  const traffic = { trips: 0, bytes: 0 };
  globalThis.fetch = async (input, init) => {
    traffic.trips += 1;
    const response = await plainFetch(input, init);
    const text = await response.text();
    traffic.bytes += Buffer.byteLength(String(init?.body ?? '')) + Buffer.byteLength(text);
    return new Response(text, response);
  };
  return traffic;
}
