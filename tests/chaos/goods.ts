/** What the shoppers of all parts order: pieces, with codes, to their addresses. */
import { randomInt } from 'node:crypto';
import type { Code } from '../../netlify/storage/discount-codes.ts';
import { variant } from '../../netlify/storage/keys.ts';
import { catalogue } from '../../src/content/snapshot.ts';
import type { DeliveryAddress } from '../../src/domain/address.ts';
import { CODE_LENGTH, codeLetters, codeOf } from '../../src/domain/discount.ts';
import { totalsOf } from '../../src/domain/order-totals.ts';
import { type Product, sizesOf } from '../../src/domain/product.ts';
import { DAY_MS } from '../../src/domain/time-units.ts';
import { ashaAddress } from '../support/asha.ts';

/** Every size of every product, with its field of `stock`. */
export const variants = catalogue.flatMap((product) =>
  sizesOf(product).map((size) => ({ product, size, field: variant(product.id, size) })),
);

export const buyable = catalogue.filter(({ earlyOrder }) => !earlyOrder);

/** An order of these lines, without an address. @param percent discount of a code */
export function orderOf(lines: readonly { product: Product; size: string; quantity: number }[], percent = 0) {
  return {
    items: lines.map(({ product, size, quantity }) => ({ _id: product.id, size, quantity })),
    amount: totalsOf(lines, percent).totalPaise / 100,
  };
}

/** Every shopper has an own phone and address, because both limit open orders on delivery. @param number below 10⁹ */
export const addressOf = (number: number, own: Partial<DeliveryAddress> = {}): DeliveryAddress => ({
  ...ashaAddress,
  street: `${number} MG Road`,
  phone: `91${7_000_000_000 + number}`,
  ...own,
});

/** The percentage of every code. */
export const CODE_PERCENT = 20;

/** A code as a confirmed subscription creates it. */
export function newCode(): Code {
  const madeAt = Date.now();
  const letter = () => codeLetters.charAt(randomInt(codeLetters.length));
  const code = codeOf(Array.from({ length: CODE_LENGTH }, letter).join(''));
  return { code, percent: CODE_PERCENT, madeAt, expiresAt: madeAt + 365 * DAY_MS };
}
