import { orderMessages } from '../../src/contract/messages/orders.ts';
import { requestMessages } from '../../src/contract/messages/page.ts';
import { wishlistMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { readWishlist, toggleInWishlist } from '../storage/wishlists.ts';
import type { ShopperCall } from './shopper-call.ts';
import { productById } from './products.ts';
import { invalidField } from './refusal.ts';

/**
 * Adds a product to the wishlist or removes it, and returns the new list.
 * @throws Refused 'invalid' if the catalogue has no such product, or the list is full
 */
export async function toggle(
  { itemId }: Body<'wishlist.toggle'>,
  call: ShopperCall,
): Promise<Reply<'wishlist.toggle'>> {
  if (!productById(itemId)) throw invalidField('itemId', orderMessages.unknownProduct(itemId));
  const { went, productIds } = await toggleInWishlist(call, itemId);
  if (went === 'full') {
    const tooBig = requestMessages.problem.tooBig(productIds.length);
    throw invalidField('itemId', requestMessages.invalid('wishlist', tooBig));
  }
  const message = went === 'added' ? wishlistMessages.added : wishlistMessages.removed;
  return { success: true, wishlistData: inShop(productIds), message };
}

/** The wishlist without products that have left the catalogue. */
export async function read(_body: unknown, call: ShopperCall): Promise<Reply<'wishlist.get'>> {
  return { success: true, wishlistData: inShop(await readWishlist(call)) };
}

function inShop(productIds: readonly string[]): string[] {
  return productIds.filter((id) => productById(id) !== undefined);
}
