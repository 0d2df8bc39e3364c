/** Discount codes, and orders with them. */
import { randomBytes } from 'node:crypto';
import type { Code } from '../../netlify/storage/discount-codes.ts';
import { codeOrderKey, codesKey } from '../../netlify/storage/keys.ts';
import { CODE_LENGTH, codeLetters, codeOf } from '../../src/domain/discount.ts';
import { totalsOf } from '../../src/domain/order-totals.ts';
import { connect } from './redis.ts';
import { orderBody } from './shop-calls.ts';

const raw = connect({ automaticDeserialization: false });

/** A body for order.place with a code that reduces the amount by this percentage. */
export function discountedBody(code: string, percent: number, ...lines: Parameters<typeof orderBody>) {
  const { totalPaise } = totalsOf(
    lines.map(([product, , quantity]) => ({ product, quantity })),
    percent,
  );
  return { ...orderBody(...lines), amount: totalPaise / 100, code };
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/** A code that is valid for a year unless `own` says otherwise, as a confirmed subscription creates it. */
export async function newCode(own: Partial<Code> = {}): Promise<string> {
  const letters = Array.from(randomBytes(CODE_LENGTH), (byte) => codeLetters[byte % codeLetters.length]);
  const now = Date.now();
  const made: Code = {
    code: codeOf(letters.join('')),
    percent: 20,
    madeAt: now,
    expiresAt: now + YEAR_MS,
    ...own,
  };
  await raw.hset(codesKey(), { [made.code]: JSON.stringify(made) });
  return made.code;
}

/** The order that uses a code; null if none does. */
export async function holderOf(code: string): Promise<string | null> {
  return raw.get<string>(codeOrderKey(code));
}
