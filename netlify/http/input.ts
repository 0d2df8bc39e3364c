import type { z } from 'zod';
import { authMessages, profileMessages } from '../../src/contract/messages/account.ts';
import { cartMessages, discountMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { fieldMessages, tooLongMessages } from '../../src/contract/messages/address.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { type Parsed, type RouteName, rulesOf } from '../../src/contract/routes.ts';
import { Refused } from '../services/refusal.ts';

const BODY_BYTES = 64 * 1_024;

/**
 * The validated input of a call: its query for GET, its JSON body for POST, whatever its content type.
 * @throws Refused 'invalid' naming each wrong field, 'too-large'
 */
export async function inputOf<Name extends RouteName>(name: Name, request: Request): Promise<Parsed<Name>> {
  const { method, body } = rulesOf(name);
  const raw = method === 'GET' ? queryOf(request.url) : await bodyOf(request, BODY_BYTES);
  return parsed(body, raw) as Parsed<Name>;
}

/** @throws Refused 'invalid' naming each wrong field */
export function parsed(schema: z.ZodType, raw: unknown): unknown {
  const result = schema.safeParse(raw, { error: problemOf });
  if (result.success) return result.data;
  throw invalid(result.error.issues);
}

/** A parameter given once is a text, a repeated one is a list. */
function queryOf(url: string): Record<string, string | string[]> {
  const { searchParams } = new URL(url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((key) => {
      const values = searchParams.getAll(key);
      return [key, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

/** The JSON of a body; {} for none. @throws Refused 'invalid', 'too-large' */
export async function bodyOf(request: Request, mostBytes: number): Promise<unknown> {
  const bytes = await readUpTo(mostBytes, request);
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), wellFormed);
  } catch {
    throw new Refused('invalid', requestMessages.json);
  }
}

/** JavaScript accepts half a character (a lone surrogate); Lua and the provider's client do not. */
const wellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** Stops reading at the limit, because Content-Length is optional. @throws Refused 'too-large' */
export async function readUpTo(limit: number, request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > limit) throw new Refused('too-large', requestMessages.tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Sentences for schema errors without an own message. */
const problemOf: z.core.$ZodErrorMap = (issue) => {
  const { problem } = requestMessages;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? problem.missing : problem.type(issue.expected);
    case 'too_big':
      return problem.tooBig(Number(issue.maximum));
    case 'too_small':
      return problem.tooSmall(Number(issue.minimum));
    default:
      return problem.other;
  }
};

function invalid(issues: readonly z.core.$ZodIssue[]): Refused {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.length > 0 ? path.join('.') : 'body';
    fields[field] ??= message;
  }
  const [[field, message] = ['body', requestMessages.problem.other]] = Object.entries(fields);
  return new Refused(
    'invalid',
    sentences.has(message) ? message : requestMessages.invalid(field, message),
    fields,
  );
}

/** Sentences that a shopper understands alone; other messages need the field name in front. */
const sentences = new Set(
  [
    fieldMessages,
    tooLongMessages,
    authMessages,
    orderMessages,
    cartMessages,
    profileMessages,
    discountMessages,
  ].flatMap((place) => Object.values<unknown>(place).filter((message) => typeof message === 'string')),
);
