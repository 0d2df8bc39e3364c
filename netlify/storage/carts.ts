import { randomUUID } from 'node:crypto';
import type { CartEntry } from '../../src/domain/cart.ts';
import { shop } from '../../src/domain/config.ts';
import { type OnBehalf, read, write, type Shopper } from './session-and-limits.ts';
import { cartKey, cartRetryKey, partsOfVariant, variant } from './keys.ts';
import { addPiece, setLine } from './carts.lua.ts';
import { pairsOf } from './redis.ts';

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
  return pairsOf(reply).map(([name, quantity]) => ({ ...partsOfVariant(name), quantity: Number(quantity) }));
}
