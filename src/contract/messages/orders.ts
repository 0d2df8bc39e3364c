import { shop } from '../../domain/config.ts';

export const orderMessages = {
  placed: 'Order placed',
  none: 'No orders found',
  loading: 'Loading your orders',
  loadFailed: 'Your orders could not be loaded.',
  unknownResult:
    'We could not tell whether your last order went through. Check again: it will not be placed twice.',
  alreadyPlaced: 'Your order had already gone through. It was not placed twice.',
  notPlaced: 'Your order did not go through, and nothing was charged. You can place it now.',
  failed: 'Your order could not be placed. Please try again.',
  paid: 'Paid',
  pending: 'Pending',
  taxNote: 'Prices include all taxes',
  pieces: (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'}`,
  progress: (order: string) => `Progress of order ${order}`,
  notYet: 'not yet',
  payNow: 'Pay now',
  replacedBy: (other: string) => `Order ${other} replaced it.`,
  track: 'Track Order',
  updated: (time: string) => `Updated at ${time}`,
  shippedWith: (courier: string) => `With ${courier}`,
  trackingNumber: 'Tracking number',
  onItsWayBack: (amount: string, why: string) => `We are refunding ${amount}: ${why}.`,
  refunded: (amount: string, why: string) => `${amount} refunded: ${why}.`,
  refundFailed: (amount: string) => `${amount} could not be refunded yet. We are working on it.`,
  checkForm: 'Please check the marked fields',
  emptyItems: 'The order has no items',
  unknownProduct: (id: string) => `Product ${id} is not in the shop`,
  unknownSize: (name: string, size: string) => `${name} does not come in size ${size}`,
  quantity: `Choose a quantity from 1 to ${shop.maxQuantityPerLine}`,
  amount: 'The amount must be in rupees with at most two decimals',
  /** Asked once: a second tap places the order. */
  paidMeanwhile: (order: string) =>
    `We have received the payment for your order ${order}, so it is confirmed. If you want this one as well, tap again.`,
  earlyOrder: (name: string) => `${name} is an early-order product and cannot be bought yet`,
  priceChanged:
    'The price has changed since you added this to your cart. Nothing was ordered; please check and order again.',
  soldOut: (name: string, size: string | null, left: number) => {
    const what = size ? `${name} in size ${size}` : name;
    return left > 0 ? `Only ${left} left of ${what}` : `${what} is sold out`;
  },
  piecesGone: 'Some items in this order have since sold out. Nothing was charged; please order again.',
  keyReused: 'This page is out of date. Please reload it and check My Orders before you order again.',
  key: 'Header Idempotency-Key must be 16 to 64 letters, digits or dashes',
} as const;

export const invoiceMessages = {
  noneYet:
    'This order has no invoice yet. We issue it when you have paid or, for cash on delivery, when we ship the order.',
  noneNamed: 'This link does not belong to any order. You can open each invoice from My Orders.',
  loading: 'Loading your invoice',
  failed: 'Your invoice could not be loaded.',
  link: 'Invoice',
  linkOf: (order: string) => `Invoice of order ${order}`,
  print: 'Print',
  toOrders: 'My orders',
  invoice: 'Tax invoice',
  creditNote: 'Credit note',
  fields: {
    number: { invoice: 'Invoice number', creditNote: 'Credit note number' },
    date: { invoice: 'Date of issue', creditNote: 'Date of issue' },
    against: 'Against invoice',
    reason: 'Reason',
    order: 'Order',
    payment: 'Payment',
    placeOfSupply: 'Place of supply',
    reverseCharge: 'Tax payable on reverse charge',
    soldBy: 'Sold by',
    soldTo: 'Billed and delivered to',
    gstin: 'GSTIN',
    state: 'State',
  },
  reasons: { cancelled: 'The order was cancelled', returned: 'Goods returned or amount refunded' },
  no: 'No',
  columns: {
    description: 'Description',
    hsn: 'HSN',
    quantity: 'Quantity',
    gross: 'With tax',
    discount: 'Discount',
    taxable: 'Taxable value',
    rate: 'Rate',
    total: 'Total',
  },
  fee: 'Shipping fee',
  size: (size: string) => `Size ${size}`,
  part: 'Part of the price',
  linesOf: (number: string) => `Lines of ${number}`,
  ratesOf: (number: string) => `${number} by rate of tax`,
  total: 'Total',
  totalCredited: 'Total credited',
  inWords: 'In words',
  electronic:
    'Issued electronically, so it needs no signature (rules 46 and 53 of the CGST Rules). Prices include the tax; each tax is rounded to the paisa separately.',
  state: (name: string, code: string) => `${name} (${code})`,
} as const;

/** Cancelling an order that waits for its payment. The question comes once. */
export const cancelMessages = {
  cancel: 'Cancel order',
  question: (order: string) =>
    `Cancel order ${order}? You can then no longer pay it. If money still arrives, we send it back.`,
  keep: 'Keep order',
  done: 'Order cancelled',
  failed: 'The order could not be cancelled. Please try again.',
  placedCannotCancel: 'This order is placed, so you cannot cancel it here. Please write to us.',
} as const;

/** The notification for each change; `order` is the short id. Only the server needs them. */
export const orderNotifications = {
  'Payment Pending': (order: string) => `Payment for order ${order} is pending.`,
  'Payment Failed': (order: string) =>
    `The payment for order ${order} did not go through. Nothing was charged; you can retry the payment from My Orders.`,
  /** The payment provider has not answered until the end of the reservation. */
  unconfirmed: (order: string) =>
    `We could not confirm the payment for order ${order} yet, so its pieces are for sale again. If you have paid, we will place the order or send your money back.`,
  'Order Placed': (order: string) => `Order ${order} has been placed. We will tell you when it ships.`,
  Processing: (order: string) => `Order ${order} is being packed.`,
  Shipped: (order: string, courier: string, number: string) =>
    `Order ${order} is on its way with ${courier}, tracking number ${number}.`,
  Delivered: (order: string) => `Order ${order} was delivered. We hope it fits.`,
  Cancelled: (order: string) => `Order ${order} has been cancelled.`,
  replaced: (order: string, other: string) => `Order ${order} has been replaced by order ${other}.`,
  refund: (order: string, amount: string, why: string) =>
    `We are refunding ${amount} for order ${order}: ${why}.`,
  refunded: (order: string, amount: string, why: string) =>
    `${amount} for order ${order} has been refunded: ${why}.`,
  refundFailed: (order: string, amount: string) =>
    `${amount} for order ${order} could not be refunded yet. We are working on it.`,
} as const;

/** Why money goes back; follows “because” or a colon. */
export const refundReasons = {
  'paid-twice': 'the order was paid twice',
  'sold-out': 'the payment came after the last piece was sold',
  'code-used': 'the code had already been used for another order',
  cancelled: 'the order was cancelled',
  'wrong-amount': 'the amount paid did not match the order',
  returned: 'you returned items',
  elsewhere: 'our team approved the refund',
} as const;
