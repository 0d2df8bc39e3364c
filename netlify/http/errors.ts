import { sessionMessages } from '../../src/contract/messages/account.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import type { DeskRefusalCode } from '../../src/contract/desk.ts';
import type { Refusal, RefusalCode } from '../../src/contract/calls/call.ts';
import { QueueFull } from '../identity/fair-queue.ts';
import { Refused } from '../services/refusal.ts';
import { SessionEnded, TooMany } from '../storage/session-and-limits.ts';
import { Unreachable } from '../storage/unreachable.ts';

/** HTTP status of each refusal. */
export const statusOf = {
  invalid: 400,
  unauthorised: 401,
  'not-open': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  taken: 409,
  'price-changed': 409,
  'out-of-stock': 409,
  'code-refused': 409,
  'cash-limit': 409,
  'hold-limit': 409,
  'key-reused': 409,
  'already-placed': 409,
  'not-paid': 402,
  'too-large': 413,
  'too-many': 429,
  failed: 500,
  unavailable: 503,
} as const satisfies Record<RefusalCode, number>;

/** HTTP status of each refusal of the desk. */
export const deskStatusOf = {
  ...statusOf,
  forbidden: 403,
  passkey: 403,
  changed: 409,
  provider: 503,
} as const satisfies Record<DeskRefusalCode, number>;

/** The response for any thrown error, and, for the log, whether the error was expected. */
export interface ErrorReply {
  refusal: Refusal;
  retryAfterMs?: number;
  expected: boolean;
}

/** About the time that a full queue of one caller takes. */
const CROWDED_MS = 2_000;

export function errorReply(error: unknown): ErrorReply {
  if (error instanceof Refused) {
    const { code, message, fields } = error;
    const refusal: Refusal = { success: false, code, message, ...(fields && { fields }) };
    return { refusal, expected: code !== 'unavailable' };
  }
  if (error instanceof SessionEnded) return reply('unauthorised', sessionMessages.expired, true);
  if (error instanceof TooMany) {
    const { message, retryAfterMs } = error;
    return { ...reply('too-many', message || requestMessages.tooMany, true), retryAfterMs };
  }
  if (error instanceof QueueFull) {
    return { ...reply('too-many', requestMessages.tooMany, true), retryAfterMs: CROWDED_MS };
  }
  if (error instanceof Unreachable) return reply('unavailable', requestMessages.unavailable, false);
  return reply('failed', requestMessages.failed, false);
}

function reply(code: RefusalCode, message: string, expected: boolean): ErrorReply {
  return { refusal: { success: false, code, message }, expected };
}

/** The header Retry-After in whole seconds, at least one; none if waiting does not help. */
export function retryAfter({ retryAfterMs }: ErrorReply): Record<string, string> {
  if (retryAfterMs === undefined) return {};
  return { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) };
}

/**
 * One log line: what failed and where, nothing about the caller. Parser messages quote their input, which may be an
 * address, so they are left out.
 */
export function logLine(route: string, { refusal }: ErrorReply, error: unknown): string {
  const { name, message, stack } = error instanceof Error ? error : new Error(typeof error);
  return JSON.stringify({
    level: 'error',
    route,
    code: refusal.code,
    error: name,
    ...(name !== 'SyntaxError' && { message: message.slice(0, 200) }),
    at: stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 5)
      .map((line) => line.trim()),
  });
}
