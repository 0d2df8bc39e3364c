import type { Reply } from '../../src/contract/routes.ts';
import type { WireOrder } from '../../src/contract/calls/order.ts';
import { rupeesFromPaise } from '../../src/domain/money.ts';
import type { Order } from '../../src/domain/order.ts';
import { refundStateOf } from '../../src/domain/refund.ts';
import { serialOf } from '../../src/domain/tax-document.ts';
import { readOrders } from '../storage/orders.ts';
import type { ShopperCall } from './shopper-call.ts';

/** The shopper's own orders, newest first. The token decides whose; a userId in the body is ignored. */
export async function list(_body: unknown, call: ShopperCall): Promise<Reply<'order.userorders'>> {
  return { success: true, orders: (await readOrders(call)).map(toWire) };
}

/** The order in the API's field names. */
export function toWire(order: Order): WireOrder {
  return {
    _id: order.id,
    items: order.items.map(({ productId, name, pricePaise, picture, size, quantity }) => ({
      _id: productId,
      name,
      price: rupeesFromPaise(pricePaise),
      image: [picture],
      size,
      quantity,
    })),
    address: order.address,
    status: order.status,
    payment: order.paid,
    paymentMethod: order.paymentMethod,
    date: order.placedAt,
    amount: rupeesFromPaise(order.totalPaise),
    discount: order.discount && {
      code: order.discount.code,
      percent: order.discount.percent,
      amount: rupeesFromPaise(order.discount.paise),
    },
    history: order.history.map(({ status, at }) => ({ status, date: at })),
    shipment: order.shipment,
    refunds: order.refunds.flatMap((refund) => {
      const state = refundStateOf(refund);
      if (state === 'replaced') return [];
      const { amountPaise, reason } = refund;
      const amount = rupeesFromPaise(amountPaise);
      return [{ amount, reason, done: state === 'done', failed: state === 'failed' }];
    }),
    invoice: order.invoice
      ? {
          number: serialOf('IN', order.invoice),
          date: order.invoice.issuedAt,
          creditNotes: (order.creditNotes ?? []).map((note) => {
            return { number: serialOf('CN', note), date: note.issuedAt };
          }),
        }
      : null,
    replacedBy: order.replacedBy ?? null,
  };
}
