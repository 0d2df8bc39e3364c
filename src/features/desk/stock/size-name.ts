import { deskStockMessages } from '../../../contract/messages/desk-stock.ts';
import { ONE_SIZE } from '../../../domain/product.ts';

/** A size as staff read it. */
export function sizeName(size: string): string {
  return size === ONE_SIZE ? deskStockMessages.oneSize : size;
}
