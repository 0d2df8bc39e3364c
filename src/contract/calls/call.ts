import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** All that the server and docs/openapi.json know about a call; its handler stands in netlify/functions. */
export interface CallRules {
  /** POST if missing. */
  method?: Method;
  /** Only if it does not follow from the name of the call. */
  path?: string;
  /** `token`: the call carries the header `token`. `optional`: it may, and a visitor may call too. */
  auth: 'none' | 'optional' | 'token';
  /** Checks the JSON body, or the query of a GET. */
  body: z.ZodType;
  /** One sentence for docs/openapi.json. */
  summary: string;
  /** Refusals of the service; those for the body, the token and the limits follow from the other fields. */
  refusals?: readonly RefusalCode[];
  limits?: readonly Policy[];
  /** Calls per ten seconds from one network to one instance of the function (netlify/http/in-memory-limit). */
  inMemoryLimit?: number;
  /** Also open while SHOP_MODE is coming-soon. Such a call must not reveal which products exist. */
  openBeforeLaunch?: true;
  /** Refused on deploys other than the published one (netlify/http/deploy-context). */
  onlyPublished?: true;
  /** The call reads the header Idempotency-Key. */
  idempotencyKey?: 'optional' | 'required';
  /** A form without script can post the call too. */
  form?: true;
}

/**
 * A rate limit. Policies with the same name share a counter. A `pair` is an email together with the caller's network
 * address: nobody can use up an email's limit for other networks. `device` is an email together with the browser that
 * sends it (netlify/http/cookies).
 *
 * Limits are strict per account and per email from one address, and generous per address, because Indian mobile networks
 * put thousands of shoppers behind one address. Anybody who knows an email can use up its limit, so it exists only if
 * each call sends an email to that address, or far behind another limit.
 */
export interface Policy {
  name: string;
  by: 'account' | 'email' | 'address' | 'pair' | 'device';
  limit: number;
  windowMs: number;
  /** As in `Window` of netlify/storage/session-and-limits. */
  counts?: 'strangers' | 'new-devices' | 'known-devices' | 'nobody';
  forgiven?: boolean | 'lowered';
}

export interface Success {
  success: true;
}

/** A refused or failed call. `code` is for programs, `message` for people, `fields` names each wrong field. */
export interface Refusal {
  success: false;
  code: RefusalCode;
  message: string;
  fields?: Record<string, string>;
}

export type RefusalCode =
  | 'invalid'
  | 'unauthorised'
  | 'not-found'
  | 'method-not-allowed'
  | 'taken'
  | 'price-changed'
  | 'out-of-stock'
  | 'code-refused'
  | 'cash-limit'
  | 'hold-limit'
  | 'key-reused'
  | 'already-placed'
  | 'not-paid'
  | 'too-many'
  | 'too-large'
  | 'not-open'
  | 'failed'
  | 'unavailable';
