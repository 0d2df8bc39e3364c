import { randomBytes } from 'node:crypto';
import { policyVersions } from '../../src/content/snapshot-edition.ts';
import { cashMessages, reservationMessages } from '../../src/contract/messages/payment.ts';
import { cartMessages } from '../../src/contract/messages/cart-and-wishlist.ts';
import { orderMessages } from '../../src/contract/messages/orders.ts';
import type { PlaceOrderBody, WireOrderLine } from '../../src/contract/calls/order.ts';
import { type CashLimit, sizeOf } from '../../src/domain/cash-order.ts';
import { codeFrom } from '../../src/domain/discount.ts';
import { taxClassOf } from '../../src/domain/gst.ts';
import type { UnpaidOrderLimit } from '../../src/domain/unpaid-order.ts';
import { paymentReservedUntil } from '../../src/domain/stock-reservation.ts';
import { totalsOf } from '../../src/domain/order-totals.ts';
import { paiseFromRupees } from '../../src/domain/money.ts';
import { type Order, type PaymentMethod, statusWhenPlaced } from '../../src/domain/order.ts';
import { ONE_SIZE, sizesOf, type Product } from '../../src/domain/product.ts';
import { shop } from '../../src/domain/config.ts';
import { cashOnDelivery, unpaidOnline } from '../../src/domain/order-limits.ts';
import { personHash } from '../storage/person-hash.ts';
import { productById } from './products.ts';
import type { UsableCode } from './discount-codes.ts';
import { invalidField, Refused } from './refusal.ts';

/** One ordered variant. `at` is the position of its first line in the request, for messages. */
export interface AskedLine {
  productId: string;
  size: string;
  quantity: number;
  at: number;
}

/** Merges lines of one variant, because stock is checked once per line. */
export function summed(items: readonly WireOrderLine[]): AskedLine[] {
  const lines = new Map<string, AskedLine>();
  for (const [at, { _id: productId, size, quantity }] of items.entries()) {
    const variant = `${productId}:${size}`;
    const line = lines.get(variant) ?? { productId, size, quantity: 0, at };
    lines.set(variant, { ...line, quantity: line.quantity + quantity });
  }
  return [...lines.values()];
}

/** A keyed hash that is equal for equal requests: the order of lines does not count, everything else does. */
export function contentOf({ address, amount, code }: PlaceOrderBody, asked: readonly AskedLine[]): string {
  const lines = asked.map(({ productId, size, quantity }) => `${productId}:${size}:${quantity}`).sort();
  const fields = Object.entries(address).sort();
  return personHash(
    JSON.stringify([amount, lines, fields, ...(code === undefined ? [] : [codeFrom(code) ?? code])]),
  );
}

/** What an order needs besides its request. */
interface Placing {
  userId: string;
  method: PaymentMethod;
  content: string;
  code: UsableCode | null;
  networks: Pick<Order, 'network' | 'household'>;
}

/** The order with the catalogue's prices, or the refusal. */
export function draft(
  body: PlaceOrderBody,
  asked: readonly AskedLine[],
  { userId, method, content, code, networks }: Placing,
): Order | Refused {
  const amountPaise = paiseFromRupees(body.amount);
  if (amountPaise === null) return invalidField('amount', orderMessages.amount);

  const lines: (AskedLine & { product: Product })[] = [];
  for (const line of asked) {
    const product = productById(line.productId);
    if (!product) return invalidField(`items.${line.at}._id`, orderMessages.unknownProduct(line.productId));
    if (!sizesOf(product).includes(line.size)) {
      return invalidField(`items.${line.at}.size`, orderMessages.unknownSize(product.name, line.size));
    }
    if (product.earlyOrder)
      return invalidField(`items.${line.at}._id`, orderMessages.earlyOrder(product.name));
    if (line.quantity > shop.maxQuantityPerLine)
      return invalidField(`items.${line.at}.quantity`, cartMessages.lineLimit);
    lines.push({ ...line, product });
  }

  const { discountPaise, ...totals } = totalsOf(lines, code?.percent);
  if (totals.totalPaise !== amountPaise) {
    return new Refused('price-changed', orderMessages.priceChanged, { amount: orderMessages.priceChanged });
  }
  const placedAt = Date.now();
  const status = statusWhenPlaced(method);
  const order: Order = {
    id: newOrderId(),
    userId,
    items: lines.map(({ product, size, quantity }) => ({
      productId: product.id,
      name: product.name,
      pricePaise: product.pricePaise,
      picture: product.pictures[0]?.src ?? '',
      size,
      quantity,
      taxClass: taxClassOf(product),
    })),
    address: body.address,
    paymentMethod: method,
    status,
    paid: false,
    placedAt,
    termsVersion: policyVersions.terms,
    history: [{ status, at: placedAt }],
    ...networks,
    content,
    ...(method === 'cod'
      ? { reservedUntil: null }
      : { reservedUntil: paymentReservedUntil({ placedAt }, placedAt), heldSince: placedAt }),
    references: [],
    failedPayments: [],
    payment: null,
    refunds: [],
    shipment: null,
    discount: code && { ...code, paise: discountPaise },
    ...totals,
  };
  const most = method === 'cod' ? cashOnDelivery.order : unpaidOnline.order;
  return sizeOf(order, most) === 'nobody' ? overLimit(method, 'order', true) : order;
}

/** Names every line that is short, so the shopper can correct the cart at once. */
export function soldOut(
  asked: readonly AskedLine[],
  short: { productId: string; size: string; left: number }[],
): Refused {
  const fields = short.map(({ productId, size, left }) => {
    const line = asked.find((each) => each.productId === productId && each.size === size);
    const name = productById(productId)?.name ?? productId;
    return [`items.${line?.at}`, orderMessages.soldOut(name, size === ONE_SIZE ? null : size, left)] as const;
  });
  return new Refused(
    'out-of-stock',
    fields.map(([, message]) => message).join('. '),
    Object.fromEntries(fields),
  );
}

/** Names the reached limit of unpaid orders, and what the shopper can do. */
export function overLimit(
  method: PaymentMethod,
  limit: CashLimit | UnpaidOrderLimit,
  isConfirmed: boolean,
): Refused {
  const state = isConfirmed ? 'confirmed' : 'unconfirmed';
  return method === 'cod'
    ? new Refused('cash-limit', cashMessages[state][limit as CashLimit])
    : new Refused('hold-limit', reservationMessages[state][limit]);
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A hundred random bits in characters that are not easily confused: shoppers read out the last six. */
function newOrderId(): string {
  return Array.from(randomBytes(20), (byte) => LETTERS[byte % LETTERS.length]).join('');
}
