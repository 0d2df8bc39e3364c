import { answerMessages, networkMessages, offlineMessages } from '../contract/messages/page.ts';
import type { Body, Reply, RouteName } from '../contract/routes.ts';
import type { Method, Refusal } from '../contract/calls/call.ts';
import { addressOf, idempotencyHeader, methodOf, queryOf, tokenHeader } from '../contract/endpoints.ts';

/** No usable answer: no network, a timeout, or something between the browser and the shop answered. */
export interface NoAnswer {
  success: false;
  code: 'network';
  message: string;
  fields?: undefined;
}

export type Answer<Name extends RouteName> = Reply<Name> | Refusal | NoAnswer;

export interface CallOptions {
  token?: string;
  idempotencyKey?: string;
  timeoutMs?: number;
  /** Aborts the call; the answer is then a `NoAnswer`. */
  signal?: AbortSignal;
  /** Of a call listed in `accountCalls` (contract/endpoints): its method, and its path if the name does not give it. */
  at?: { method: Method; path?: string };
  /** The call continues after the page is left, for changes that the screen already shows as done. */
  keepalive?: boolean;
}

const TIMEOUT_MS = 10_000;

/**
 * Calls the server. Every outcome is a value: a reply, a refusal in the contract's terms, or a `NoAnswer` for network
 * errors, timeouts and HTML responses. An exception means a bug in the caller.
 */
export async function call<Name extends RouteName>(
  name: Name,
  body: Body<Name>,
  { token, idempotencyKey, timeoutMs = TIMEOUT_MS, signal, keepalive = false, at }: CallOptions = {},
): Promise<Answer<Name>> {
  const method = at?.method ?? methodOf(name);
  const headers = new Headers();
  if (token) headers.set(tokenHeader, token);
  if (idempotencyKey) headers.set(idempotencyHeader, idempotencyKey);
  const timeout = AbortSignal.timeout(timeoutMs);
  const request: RequestInit = {
    method,
    headers,
    keepalive,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  let address: string = at?.path ?? addressOf(name);
  if (method === 'GET') {
    const query = queryOf(body ?? {});
    if (query.size > 0) address += `?${query}`;
  } else {
    headers.set('Content-Type', 'application/json');
    request.body = JSON.stringify(body ?? {});
  }

  try {
    const response = await fetch(address, request);
    const answer = (await response.json()) as Partial<Reply<Name> | Refusal> | null;
    return answerFrom<Name>(answer, response.ok) ?? noAnswer(answerMessages.garbled);
  } catch {
    return noAnswer(isOffline() ? offlineMessages.offline : networkMessages.failed);
  }
}

/** A refusal without a code of the shop still has its message; the result of the call is then unknown. */
function answerFrom<Name extends RouteName>(
  answer: Partial<Reply<Name> | Refusal> | null,
  ok: boolean,
): Reply<Name> | Refusal | undefined {
  if (answer?.success === true) return ok ? (answer as Reply<Name>) : undefined;
  const { success, code, message } = (answer ?? {}) as Partial<Refusal>;
  if (success !== false || typeof message !== 'string') return undefined;
  if (typeof code === 'string') return answer as Refusal;
  return message ? { success, code: 'failed', message } : undefined;
}

function noAnswer(message: string): NoAnswer {
  return { success: false, code: 'network', message };
}

export function isOffline(): boolean {
  return typeof navigator === 'object' && navigator.onLine === false;
}
