import { cartMessages } from '../../contract/messages/cart.ts';
import { type Cart, type CartEntry, quantityOf, setQuantity as withQuantity } from '../../domain/cart.ts';
import { maxQuantityPerLine } from '../../domain/config-every-page.ts';
import { $cart } from './cart.ts';
import { change } from './cart-changes.ts';
import { showToast } from '../page/toasts.ts';

/** The stepper: never below 1 (removing is its own button), never above the line's limit. */
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
 * Takes ordered pieces out of the cart; what was put in meanwhile, in another tab, stays. Nothing is sent: the server
 * takes them out of its own cart in the same step that places the order.
 */
export function removeOrdered(ordered: readonly CartEntry[]): void {
  const left = (cart: Cart, { productId, size, quantity }: CartEntry) =>
    withQuantity(cart, productId, size, quantityOf(cart, productId, size) - quantity);
  $cart.set(ordered.reduce(left, $cart.get()));
}
