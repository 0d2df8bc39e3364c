import { earlyOrderMessages } from '../../src/contract/messages/catalogue.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import type { Parsed, Reply } from '../../src/contract/routes.ts';
import { sizesOf } from '../../src/domain/product.ts';
import { noteInterest } from '../storage/early-orders.ts';
import type { Call } from './shopper-call.ts';
import { productById } from './products.ts';
import { invalidField } from './refusal.ts';

/**
 * Registers interest in a product that is not on sale yet; a second call only changes the size. The call has no token:
 * only the page requires a log-in, and the email in the body is used as it is. The reply does not say who registered
 * before (docs/behaviour.md#early-orders).
 * @throws Refused 'invalid' if the catalogue has no such product or size, or if the product is already on sale
 */
export async function register(
  { productId, name, email, phone, size }: Parsed<'product.early-order-interest'>,
  { windows }: Call,
): Promise<Reply<'product.early-order-interest'>> {
  const product = productById(productId);
  if (!product) throw invalidField('productId', orderMessages.unknownProduct(productId));
  if (!product.earlyOrder) throw invalidField('productId', earlyOrderMessages.notEarly(product.name));
  if (size !== undefined && !sizesOf(product).includes(size)) {
    throw invalidField('size', orderMessages.unknownSize(product.name, size));
  }
  await noteInterest(windows, productId, {
    email,
    name: name.trim(),
    phone: phone.trim(),
    at: Date.now(),
    ...(size !== undefined && { size }),
  });
  return { success: true, message: earlyOrderMessages.registered };
}
