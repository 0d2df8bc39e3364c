/** The answers of calls: refusals by their codes, redirects, and the headers that all of them have. */
import { statusOf } from '../../netlify/http/errors.ts';
import { uncached } from '../../netlify/http/headers.ts';
import type { RefusalCode } from '../../src/contract/calls/call.ts';
import type { HeaderObject, Reference, ResponseObject } from './document.ts';

const whatFor: Record<RefusalCode, string> = {
  invalid: 'something of the request is wrong',
  unauthorised: 'no token, a token that does not stand, or credentials that are wrong',
  'not-open': 'the shop is not open yet, or this is not its published deploy',
  'not-found': 'there is no such thing, or it is not the caller’s',
  'method-not-allowed': 'the address has other methods; `Allow` names them',
  taken: 'the email has an account',
  'price-changed': 'the amount is not what the order costs now; nothing was placed',
  'out-of-stock': 'pieces are gone; nothing was placed',
  'code-refused': 'the code cannot be used',
  'cash-limit': 'a limit of orders on delivery is reached; nothing was placed',
  'hold-limit': 'a limit of orders that wait for an online payment is reached; nothing was placed',
  'key-reused': 'the idempotency key stands for another order',
  'already-placed': 'the order stands already',
  'not-paid': 'the provider has no money for it',
  'too-many': 'a limit is reached; `Retry-After` says for how many seconds',
  'too-large': 'the body is too large',
  failed: 'a mistake of the shop',
  unavailable: 'the database or a provider does not answer; the same request can be sent again',
};

export const pascal = (name: string): string =>
  name
    .split(/\W/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

export const only = (value: string): HeaderObject => ({ required: true, schema: { const: value } });

/** What stands on all answers, or on all that nobody may keep. */
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

/** Refusals by their name; the same ones are met by many calls. */
export type SharedAnswers = Record<string, ResponseObject>;

/** One answer for each status that the codes have. */
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
