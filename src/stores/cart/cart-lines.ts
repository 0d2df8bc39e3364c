import { cartMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { type Cart, type CartEntry, quantityOf, setQuantity as withQuantity } from '../../domain/cart.ts';
import { maxQuantityPerLine } from '../../domain/config.ts';
import { $cart } from './cart.ts';
import { change } from './cart-changes.ts';
import { showToast } from '../page/toasts.ts';

/** The stepper: at least 1 (another button removes the line), at most the line's limit. */
export function setQuantity(productId: string, size: string, quantity: number): void {
  const cart = $cart.get();
  const wanted = Math.min(Math.max(1, quantity), maxQuantityPerLine);
  if (quantity > wanted) showToast('info', cartMessages.lineLimit);
  if (wanted !== quantityOf(cart, productId, size))
    change(withQuantity(cart, productId, size, wanted), productId, size);
}

export function removeLine(productId: string, size: string): void {
  change(withQuantity($cart.get(), productId, size, 0), productId, size);
}

/**
 * Removes ordered pieces from the cart; pieces that another tab added meanwhile stay. Nothing is sent: the server
 * removes them from its own cart when it places the order.
 */
export function removeOrdered(ordered: readonly CartEntry[]): void {
  const left = (cart: Cart, { productId, size, quantity }: CartEntry) =>
    withQuantity(cart, productId, size, quantityOf(cart, productId, size) - quantity);
  $cart.set(ordered.reduce(left, $cart.get()));
}
