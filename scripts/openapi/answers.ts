/** The answers of calls: refusals by code, redirects, and the headers of all answers. */
import { statusOf } from '../../netlify/http/errors.ts';
import { uncached } from '../../netlify/http/headers.ts';
import type { RefusalCode } from '../../src/contract/calls/call.ts';
import type { HeaderObject, Reference, ResponseObject } from './document.ts';

const whatFor: Record<RefusalCode, string> = {
  invalid: 'a part of the request is invalid',
  unauthorised: 'no token, an invalid token, or wrong credentials',
  'not-open': 'the shop is not open yet, or this is not its published deploy',
  'not-found': 'it does not exist, or is not the caller’s',
  'method-not-allowed': 'the address allows other methods; `Allow` names them',
  taken: 'the email has an account',
  'price-changed': 'the amount differs from the order’s present price; nothing was placed',
  'out-of-stock': 'pieces are sold out; nothing was placed',
  'code-refused': 'the code cannot be used',
  'cash-limit': 'a limit of orders on delivery is reached; nothing was placed',
  'hold-limit': 'a limit of orders that wait for an online payment is reached; nothing was placed',
  'key-reused': 'the idempotency key belongs to another order',
  'already-placed': 'the order is already placed',
  'not-paid': 'the provider has no payment for it',
  'too-many': 'a limit is reached; `Retry-After` says for how many seconds',
  'too-large': 'the body is too large',
  failed: 'an error of the shop',
  unavailable: 'the database or a provider does not answer; the same request can be sent again',
};

export const pascal = (name: string): string =>
  name
    .split(/\W/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

export const only = (value: string): HeaderObject => ({ required: true, schema: { const: value } });

/** Headers of all answers, and of all that may not be cached. */
export const fixed: Record<string, HeaderObject> = Object.fromEntries(
  Object.entries(uncached).map(([name, value]) => [name, only(value)]),
);

export function headersOf(headers: Record<string, string>): NonNullable<ResponseObject['headers']> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      fixed[name]?.schema['const'] === value ? { $ref: `#/components/headers/${name}` } : only(value),
    ]),
  );
}

export function seeOtherResponse(description: string): ResponseObject {
  return {
    description,
    headers: { ...headersOf(uncached), Location: { required: true, schema: { type: 'string' } } },
  };
}

export function plainResponse(description: string): ResponseObject {
  return {
    description,
    headers: headersOf(uncached),
    content: { 'text/plain': { schema: { type: 'string' } } },
  };
}

/** Refusals by name, because many calls share them. */
export type SharedAnswers = Record<string, ResponseObject>;

/** One answer for each status of the codes. */
export function refusing(codes: readonly RefusalCode[], answers: SharedAnswers): Record<string, Reference> {
  const byStatus = Map.groupBy(new Set(codes), (code) => statusOf[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, those]): [string, Reference] => {
      const name = those.map(pascal).join('Or');
      answers[name] = {
        description: those.map((code) => `\`${code}\`: ${whatFor[code]}`).join('; '),
        headers: {
          ...headersOf(uncached),
          ...(status === statusOf['too-many'] && {
            'Retry-After': { required: true, schema: { type: 'string', pattern: '^[1-9][0-9]*$' } },
          }),
          ...(status === statusOf['method-not-allowed'] && {
            Allow: { required: true, schema: { type: 'string' } },
          }),
        },
        content: {
          'application/json': {
            schema: {
              $ref: '#/components/schemas/Refusal',
              properties: { code: { enum: those } },
            },
          },
        },
      };
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}
