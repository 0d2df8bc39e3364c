import { randomUUID } from 'node:crypto';
import type { CartEntry } from '../../src/domain/cart.ts';
import { shop } from '../../src/domain/config.ts';
import { type OnBehalf, read, write, type Shopper } from './session-and-limits.ts';
import { cartKey, cartRetryKey, partsOfVariant, variant } from './keys.ts';
import { addPiece, setLine } from './carts.lua.ts';

/** Adds one piece of a variant; a line at its limit does not change. @throws SessionEnded, TooMany */
export async function addToCart(shopper: Shopper, productId: string, size: string): Promise<void> {
  const { userId } = shopper.session;
  await write(
    shopper,
    addPiece,
    [cartKey(userId), cartRetryKey(userId, randomUUID())],
    [variant(productId, size), shop.maxQuantityPerLine],
  );
}

/** Sets a line to a quantity from 0 to the line's limit; 0 removes it. @throws SessionEnded, TooMany */
export async function setCartLine(shopper: Shopper, { productId, size, quantity }: CartEntry): Promise<void> {
  await write(shopper, setLine, [cartKey(shopper.session.userId)], [variant(productId, size), quantity]);
}

/** All lines, including those of products that are no longer in the catalogue. @throws SessionEnded, TooMany */
export async function readCart(shopper: Shopper | OnBehalf): Promise<CartEntry[]> {
  const [reply] = await read(shopper, (pipeline) => pipeline.hgetall(cartKey(shopper.session.userId)));
  const flat = (reply ?? []) as string[];
  const entries: CartEntry[] = [];
  for (let at = 0; at < flat.length; at += 2) {
    entries.push({ ...partsOfVariant(flat[at] ?? ''), quantity: Number(flat[at + 1]) });
  }
  return entries;
}
