import { notifyMessages } from '../../src/contract/messages/catalogue.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import type { Body, Reply } from '../../src/contract/routes.ts';
import { sizesOf, type Product } from '../../src/domain/product.ts';
import { isWaiting, saveSubscription } from '../storage/back-in-stock.ts';
import { openingStock } from '../storage/stock.ts';
import type { Call } from './shopper-call.ts';
import { productById } from './products.ts';
import { Refused } from './refusal.ts';

/**
 * Saves a back-in-stock subscription (docs/behaviour.md#notify-me). A repeated call changes nothing.
 * @throws Refused 'invalid' if the catalogue has no such product or size, or if the size is in stock
 */
export async function save(
  { productId, size, email }: Body<'notify'>,
  { windows }: Call,
): Promise<Reply<'notify'>> {
  const product = mustExist(productId, size);
  const opening = openingStock(product, size);
  if (!(await saveSubscription(windows, { productId, size, opening }, email))) {
    throw new Refused('invalid', notifyMessages.inStock, { size: notifyMessages.inStock });
  }
  return { success: true, message: notifyMessages.saved };
}

/** Whether this email is subscribed to this size. @throws Refused 'invalid' as above */
export async function check(
  { productId, size, email }: Body<'notify.check'>,
  { windows }: Call,
): Promise<Reply<'notify.check'>> {
  mustExist(productId, size);
  return { success: true, alreadyNotified: await isWaiting(windows, productId, size, email) };
}

function mustExist(productId: string, size: string): Product {
  const product = productById(productId);
  if (!product) {
    const message = orderMessages.unknownProduct(productId);
    throw new Refused('invalid', message, { productId: message });
  }
  if (!sizesOf(product).includes(size)) {
    const message = orderMessages.unknownSize(product.name, size);
    throw new Refused('invalid', message, { size: message });
  }
  return product;
}
