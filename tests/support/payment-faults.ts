import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { openLoopbackServer } from '../../local/loopback-server.ts';
import type { Simulators } from '../../local/simulators/controls.ts';

/** Faults between the shop, its database and a provider, one request at a time. */

/** The reply of the next matching commit is lost; the client repeats it, as it does in production. */
export function dropResponse(
  isIt: (body: string) => boolean,
  meanwhile: () => Promise<unknown> = async () => {},
): { lost: () => boolean } {
  const real = globalThis.fetch;
  let lost = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...given) => {
    const body = String(given[1]?.body ?? '');
    const isLost = !lost && isIt(body);
    const answer = await real(...given);
    if (!isLost) return answer;
    // A script that Redis did not know was not run.
    if ((await answer.clone().text()).includes('NOSCRIPT')) return answer;
    lost = true;
    await meanwhile();
    throw new TypeError('fetch failed');
  });
  return { lost: () => lost };
}

/** Whether a request asks Razorpay for the payments of an order. */
export const isPaymentList = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && /\/orders\/[^/]+\/payments/.test(path);

/** Whether a request opens a page at Stripe. */
export const isNewPage = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/v1/checkout/sessions';

/** Stands between the SDK and a simulator, and answers with the result of `instead`. */
export async function standBetween(
  { settings }: Pick<Simulators, 'settings'>,
  setting: 'RAZORPAY_API_URL' | 'STRIPE_API_URL',
  instead: (
    request: { method: string; path: string },
    pass: () => Promise<{ status: number; body: unknown }>,
  ) => Promise<{ status: number; body: unknown } | null>,
): Promise<() => Promise<void>> {
  const behind = settings[setting] ?? '';
  const { url, stop } = await openLoopbackServer((incoming: IncomingMessage, outgoing) => {
    void (async () => {
      const body = await text(incoming);
      const { method = 'GET', url: path = '/' } = incoming;
      const pass = async () => {
        const headers = new Headers();
        for (const name of [
          'authorization',
          'content-type',
          'idempotency-key',
          'stripe-version',
          'x-refund-idempotency',
        ]) {
          const value = incoming.headers[name];
          if (typeof value === 'string') headers.set(name, value);
        }
        const answer = await fetch(behind + path, { method, headers, ...(method !== 'GET' && { body }) });
        return { status: answer.status, body: (await answer.json()) as unknown };
      };
      const answer = (await instead({ method, path }, pass)) ?? (await pass());
      outgoing.writeHead(answer.status, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify(answer.body));
    })().catch(() => outgoing.destroy());
  });
  vi.stubEnv(setting, url);
  return stop;
}

/** Holds every caller until this many have arrived. */
export function barrier(count: number): () => Promise<void> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let come = 0;
  return () => {
    come += 1;
    if (come >= count) open();
    return opened;
  };
}
