import process from 'node:process';
import type Razorpay from 'razorpay';
import { callProvider, isProviderFault, MOST_LISTED } from './provider-call.ts';
import { ProviderRefused, ProviderUnavailable } from './payment-provider.ts';

/** Timeout of one request to Razorpay. */
const TIMEOUT_MS = 8_000;

interface RqRequest {
  url?: string;
  headers: Record<string, string>;
  data?: { notes?: { key?: string } };
}

interface Rq {
  defaults: { timeout: number; baseURL: string };
  interceptors: { request: { use: (work: (request: RqRequest) => RqRequest) => void } };
}

let opened: { api: Razorpay; settings: string } | undefined;

/** Loaded and created at the first payment, and again when the settings change: most calls need no SDK. */
export async function client(): Promise<Razorpay> {
  const { RAZORPAY_KEY_ID: key, RAZORPAY_KEY_SECRET: secret, RAZORPAY_API_URL: address } = process.env;
  const settings = JSON.stringify([key, secret, address]);
  if (opened?.settings !== settings) {
    const { default: Sdk } = await import('razorpay');
    const api = new Sdk({ key_id: key ?? '', key_secret: secret ?? '' });
    // The SDK has no timeout and no option for the address; its HTTP client has both.
    const { rq } = api.api as unknown as { rq: Rq };
    rq.defaults.timeout = TIMEOUT_MS;
    if (address) rq.defaults.baseURL = address;
    // Sends the refund's key as idempotency header: a retry during the first request must not refund twice.
    rq.interceptors.request.use((request) => {
      const key = request.data?.notes?.key;
      if (request.url?.endsWith('/refund') && key) request.headers['X-Refund-Idempotency'] = key;
      return request;
    });
    opened = { api, settings };
  }
  return opened.api;
}

export const ask = callProvider('Razorpay', mapError);

/** The most that Razorpay lists in one response. */
const PAGE = 100;

/**
 * A list, newest first, page by page: the SDK does not do that.
 * @param isWanted the list ends at the first page without a wanted entry
 */
export async function allOf<Entry extends { id: string }>(
  list: (page: { count: number; skip: number }) => Promise<{ items: Entry[] }>,
  isWanted: (entry: Entry) => boolean = () => true,
): Promise<Entry[]> {
  const found = new Map<string, Entry>();
  for (let skip = 0; skip <= MOST_LISTED; skip += PAGE) {
    const { items } = await list({ count: PAGE, skip });
    const wanted = items.filter(isWanted);
    // By id, because an entry made meanwhile moves the last one of a page to the next page.
    for (const entry of wanted) found.set(entry.id, entry);
    if (items.length < PAGE || wanted.length === 0) break;
  }
  return [...found.values()];
}

/** The SDK throws a plain object for an error response, and a TypeError of its own if no response came. */
function mapError(error: unknown): Error {
  const { statusCode, error: problem } = (error ?? {}) as {
    statusCode?: unknown;
    error?: { description?: unknown };
  };
  if (isProviderFault(statusCode))
    return new ProviderUnavailable(`Razorpay does not answer (${statusCode ?? 'no answer'})`);
  return new ProviderRefused(`Razorpay refused: ${problem?.description ?? statusCode}`, statusCode);
}
