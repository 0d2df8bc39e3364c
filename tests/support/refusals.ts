/** Calls that the shop refuses. */
import { expect } from 'vitest';
import type { Refusal } from '../../src/contract/calls/call.ts';

interface Refused {
  status: number;
  body: object;
}

/** The whole answer of a refused call. @param fields that the message is about */
export function expectRefused(
  { status, body }: Refused,
  expected: number,
  code: Refusal['code'],
  message: string,
  ...fields: string[]
): void {
  const named = Object.fromEntries(fields.map((field) => [field, message]));
  const refusal = { success: false, code, message, ...(fields.length > 0 && { fields: named }) };
  expect([status, body]).toEqual([expected, refusal]);
}
