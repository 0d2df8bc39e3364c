import type { Body, Reply } from '../../src/contract/routes.ts';
import { emptyCart, setQuantity as setLine } from '../../src/domain/cart.ts';
import { sizesOf } from '../../src/domain/product.ts';
import { addToCart, readCart, setCartLine } from '../storage/carts.ts';
import type { ShopperCall } from './shopper-call.ts';
import { productById, offeredProduct } from './products.ts';

/** Adds one piece. @throws Refused 'invalid' if the catalogue has no such product or size */
export async function add({ itemId, size }: Body<'cart.add'>, call: ShopperCall): Promise<Reply<'cart.add'>> {
  offeredProduct(itemId, size, 'itemId');
  await addToCart(call, itemId, size);
  return { success: true };
}

/** Sets the quantity of a line. 0 removes it, also if the product has left the catalogue. @throws Refused 'invalid' */
export async function setQuantity(
  { itemId, size, quantity }: Body<'cart.update'>,
  call: ShopperCall,
): Promise<Reply<'cart.update'>> {
  if (quantity > 0) offeredProduct(itemId, size, 'itemId');
  await setCartLine(call, { productId: itemId, size, quantity });
  return { success: true };
}

/** The cart without products that have left the catalogue. */
export async function read(_body: unknown, call: ShopperCall): Promise<Reply<'cart.get'>> {
  const entries = (await readCart(call)).filter(({ productId, size }) => exists(productId, size));
  const cartData = entries.reduce(
    (cart, { productId, size, quantity }) => setLine(cart, productId, size, quantity),
    emptyCart,
  );
  return { success: true, cartData };
}

function exists(productId: string, size: string): boolean {
  const product = productById(productId);
  return product !== undefined && sizesOf(product).includes(size);
}
