import { clock, day } from '../../components/shop/date-formats.ts';
import { invoiceMessages, orderMessages, refundReasons } from '../../contract/messages/orders.ts';
import { methodNames } from '../../contract/messages/payment.ts';
import { invoicePath, paths } from '../../contract/paths.ts';
import { pictureAddress } from '../../contract/pictures.ts';
import { formatListPrice, formatPrice } from '../../domain/money.ts';
import { type OrderStatus, shortOrderId } from '../../domain/order.ts';
import { ONE_SIZE } from '../../domain/product.ts';
import type { OrderRow, OrderStep, OrderView } from '../../stores/orders/orders.ts';
import type { UnpaidOrder } from '../../stores/payment/unpaid.ts';

/** Everything that OrderCard says; an empty text is not shown. @param noted the unpaid order of this device */
export function orderTextsOf(order: OrderView, noted: UnpaidOrder | null) {
  const short = shortOrderId(order.id);
  const pieces = order.rows.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    id: order.id,
    heading: `Order ${short}`,
    sum: `${orderMessages.pieces(pieces)}, ${formatListPrice(order.totalPaise)}`,
    code: order.discount?.code ?? '',
    discount: order.discount ? formatListPrice(order.discount.paise) : '',
    rows: order.rows.map((row) => rowTextsOf(row, order)),
    progress: orderMessages.progress(short),
    steps: order.steps.map(stepTextsOf),
    courier: order.shipment ? orderMessages.shippedWith(order.shipment.courier) : '',
    trackingNumber: order.shipment?.trackingNumber ?? '',
    replaced: order.replacedBy === null ? '' : orderMessages.replacedBy(order.replacedBy),
    refunds: order.refunds.map((refund) => ({ text: refundText(refund) })),
    ...payTextsOf(order, noted?.orderId === order.id ? noted : null),
    invoice: order.hasInvoice ? invoicePath(order.id) : '',
    invoiceLabel: invoiceMessages.linkOf(short),
  };
}

export type OrderTexts = ReturnType<typeof orderTextsOf>;

/** When the orders were last refreshed by hand (ms). */
export function updatedTextOf(at: number): string {
  return orderMessages.updated(clock.format(at));
}

function payTextsOf({ id, payable, status }: OrderView, note: UnpaidOrder | null) {
  // With a receipt the payment is on its way: the panel above asks for its status.
  const isPayable = payable !== null && !note?.receipt;
  return {
    payHint: note && status === 'Payment Pending' ? shortOrderId(id) : '',
    payProblem: note?.problem ?? '',
    retry: isPayable && status === 'Payment Failed' ? 'yes' : '',
    payNow: isPayable && status !== 'Payment Failed' ? 'yes' : '',
    cancel: isPayable ? 'yes' : '',
  };
}

function refundText({ amountPaise, reason, isDone, hasFailed }: OrderView['refunds'][number]): string {
  const amount = formatPrice(amountPaise);
  if (hasFailed) return orderMessages.refundFailed(amount);
  const text = isDone ? orderMessages.refunded : orderMessages.onItsWayBack;
  return text(amount, refundReasons[reason]);
}

function rowTextsOf(
  { key, productId, name, picture, pricePaise, size, quantity }: OrderRow,
  order: OrderView,
) {
  const money = order.isPaid === null ? null : order.isPaid ? orderMessages.paid : orderMessages.pending;
  const method = methodNames[order.paymentMethod];
  return {
    key,
    name,
    link: paths.product(productId),
    picture: pictureAddress(picture, 320),
    price: formatListPrice(pricePaise),
    quantity: `Quantity: ${quantity} `,
    size: size === ONE_SIZE ? '' : `Size: ${size}`,
    placedAt: new Date(order.placedAt).toISOString(),
    placedOn: day.format(order.placedAt),
    payment: money ? `${method}, ${money}` : method,
    mark: `size-2 ${markOf[order.status] ?? 'bg-muted'}`,
    status: order.status as string,
  };
}

function stepTextsOf({ status, at, state }: OrderStep) {
  return {
    status: status as string,
    state: state as string,
    isEnded: String(status === 'Cancelled' || status === 'Payment Failed'),
    current: state === 'current' ? 'step' : '',
    notYet: at === null && state === 'ahead' ? orderMessages.notYet : '',
    at: at === null ? '' : new Date(at).toISOString(),
    on: at === null ? '' : day.format(at),
  };
}

export type StepTexts = ReturnType<typeof stepTextsOf>;

/** A small mark beside the status. The status is also a word, for people who do not see colours. */
const markOf: Partial<Record<OrderStatus, string>> = {
  'Order Placed': 'bg-success',
  Processing: 'bg-success',
  Shipped: 'bg-success',
  Delivered: 'bg-success',
  'Payment Failed': 'bg-danger',
  Cancelled: 'bg-danger',
};
