import { counted } from '../../domain/counted.ts';
import type { OrderStatus } from '../../domain/order.ts';
import type { OrderTab } from '../../domain/order-tabs.ts';
import type { OrderVerb } from '../desk-orders.ts';
import { formatPrice } from '../../domain/money.ts';
import type { Attempt, PaymentReport } from '../../domain/payment-settlement.ts';

export const deskOrderMessages = {
  title: 'Orders',
  tabs: {
    all: 'All',
    pack: 'To pack',
    ship: 'To ship',
    shipped: 'Shipped',
    delivered: 'Delivered',
    returns: 'Returns',
    unpaid: 'Unpaid',
    cancelled: 'Ended',
    trouble: 'Trouble',
  } as const satisfies Record<OrderTab | 'all', string>,
  search: 'Search orders',
  searchHint: 'Order, name, phone, PIN, tracking number',
  filters: 'Filters',
  from: 'From day',
  to: 'To day',
  payment: 'Payment',
  size: 'Size',
  network: 'Network',
  badNetwork: 'A network is eight characters or more, as an order shows it.',
  unconfirmed: 'Account email not confirmed',
  notForPackers: 'Only an owner can search by network or by accounts.',
  any: 'Any',
  clear: 'Clear filters',
  none: 'No order matches.',
  more: 'Show more',
  choose: (short: string) => `Choose order ${short}`,
  chooseAll: 'Choose all shown',
  chosen: (count: number) => `${counted(count, 'order')} chosen`,
  batchFull: (most: number, cut: number) =>
    `A batch has at most ${most} orders; ${counted(cut, 'more is', 'more are')} not chosen.`,
  packChosen: 'Pack these',
  cancelChosen: 'Cancel these',
  cancelCount: (count: number) => `Cancel ${counted(count, 'order')}`,
  cancelPacked: (shorts: readonly string[]) => `Packed already: ${shorts.join(', ')}.`,
  cancelledCount: (count: number) => `${counted(count, 'order is', 'orders are')} cancelled.`,
  pieces: (count: number) => counted(count, 'piece'),
  attention: 'Needs the owner',
  indexing: (done: number, of: number) =>
    `The list is being built: ${done} of ${of} orders so far. A search finds only these.`,
  unknown: 'There is no such order.',

  oneOrder: 'Order',
  sections: {
    pieces: 'Pieces',
    address: 'Address',
    payment: 'Payment',
    timeline: 'Timeline',
    documents: 'Invoice and credit notes',
    notes: 'Notes',
    log: 'Changes by staff',
  },
  copy: 'Copy',
  copied: 'Copied',
  call: 'Call',
  map: 'Map',
  whatsApp: 'WhatsApp',
  forgotten: 'The address was deleted.',
  paid: 'Paid',
  notPaid: 'Not paid',
  cash: 'Cash',
  subtotal: 'Subtotal',
  fee: 'Shipping fee',
  total: 'Total',
  refund: 'Refund',
  dispute: 'Dispute',
  asking: 'Asking the provider…',
  noDocuments: 'None yet.',
  noInvoiceYet:
    'This order has no invoice yet. It gets one when it is paid or, if it is cash on delivery, when it is shipped or printed.',
  noNotes: 'None yet.',
  note: 'New note',
  addNote: 'Add note',
  noteHint: 'The shopper gets it with their data. It is deleted with the order’s address.',
  back: 'Orders',

  verbs: {
    pack: 'Pack it',
    ship: 'Ship it',
    deliver: 'Mark as delivered',
    undo: 'Undo',
    askReturn: 'Return requested',
    endReturn: 'Return settled',
    cancel: 'Cancel order',
    refund: 'Refund',
    refundAgain: 'Refund again',
    refundByHand: 'I paid the refund myself',
    release: 'Release it',
  } as const satisfies Record<OrderVerb, string>,
  done: {
    pack: 'It is being packed.',
    ship: 'Shipped. The email goes out in half a minute.',
    deliver: 'Delivered. The email goes out in half a minute.',
    undo: 'Undone. Nothing was sent.',
    askReturn: 'Noted. The order stays under Returns until it is refunded, or the return is settled.',
    endReturn: 'The return is settled.',
    cancel: 'Cancelled.',
    refund: 'The refund is on its way.',
    refundAgain: 'The refund is on its way again.',
    refundByHand: 'Noted.',
    release: 'The order is released.',
  } as const satisfies Record<OrderVerb, string>,
  really: 'Continue',
  leave: 'Back',
  cancelWarning: 'The pieces go back on sale. What was paid online is refunded.',
  deliverWarning: 'The shopper gets a delivery email in half a minute. You can undo this until then.',
  deliverCash: 'The cash counts as received: the order becomes paid.',
  providerSilent: 'It may have been refunded meanwhile. Try again, or let an owner ship it anyway.',
  anywayForOwners: 'Only an owner can ship an order whose payment could not be checked.',
  shippedAnyway: 'Shipped without the answer of the payment provider',
  shipAnyway: (count: number) => `Ship ${counted(count, 'parcel')} anyway`,
  releaseWarning: 'The order can be shipped although its payment is disputed.',
  returnAsked: (time: string) => `Return requested, ${time}`,
  returnHint:
    'Write in a note which pieces come back and why. When they arrive, add them to the stock by hand.',
  whichRefund: 'Which refund',
  reason: 'Reason (for the log)',
  courier: 'Courier',
  tracking: 'Tracking number',
  howPaid: 'How it was paid, such as the transfer number',
  refundAll: 'Everything that is left',
  refundPieces: 'Pieces that come back',
  refundAmount: 'Another amount in rupees',
  refundedPieces: (count: number) => `${counted(count, 'piece')} refunded`,
  refundNothing: 'Choose what to refund: at least one piece, or an amount above ₹0.',
  refundTooMuch: (price: string) => `At most ${price} can be refunded.`,
  refundLeft: (price: string) => `of at most ${price}`,
  changed: (from: OrderStatus, to: OrderStatus) =>
    from === to
      ? 'Someone else has changed this order. Your change was not made; please check the order.'
      : `Someone else has changed this order: it was ${from} and is now ${to}. Your change was not made.`,
  lastEntry: (time: string, what: string, changes: readonly string[]) =>
    [`The last entry of its log, ${time}: ${what}.`, ...changes].join(' '),
  unknownChange: (from: OrderStatus, to: OrderStatus) =>
    from === to
      ? 'This order has changed. “Changes by staff” says whether yours was made.'
      : `The order was ${from} and is now ${to}. “Changes by staff” says whether yours was made.`,

  packing: 'Packing',
  packingEmpty: 'Choose orders in the list first.',
  toPack: 'Orders to pack',
  steps: { pick: 'Pick', print: 'Print', ship: 'Ship' },
  pickTitle: 'Pick list',
  picked: (name: string, size: string) => `${name}, ${size}: picked`,
  startPacking: (count: number) => `Mark ${count} as being packed`,
  print: 'Print slips and invoices',
  printDocuments: 'Print',
  printHint: 'Printing issues the invoices that are missing. They go into the parcels.',
  printedCount: (count: number) =>
    count === 1 ? 'The invoice of 1 parcel is issued.' : `The invoices of ${count} parcels are issued.`,
  paste: 'Paste tracking numbers',
  pasteHint: 'One per line, in the sequence of the parcels below; or each line with an order first.',
  pasteTake: 'Fill in',
  pasteLeft: (lines: readonly string[]) =>
    `${counted(lines.length, 'line matches', 'lines match')} no parcel: ${lines.join('; ')}`,
  pasteRepeated: (numbers: readonly string[]) =>
    `These tracking numbers were pasted twice; the first parcel keeps them: ${numbers.join(', ')}`,
  scan: 'Scan',
  scanOrder: 'Open by barcode',
  scanning: 'Hold the barcode in front of the camera.',
  scanStop: 'Stop',
  slipRead: (short: string) => `${short}: now the courier’s label.`,
  labelRead: (short: string, number: string) => `${short} has ${number}.`,
  slipUnknown: (short: string) => `${short} is not in this batch or is already shipped.`,
  scanRefused: 'The camera cannot be used here.',
  trackingOf: (short: string) => `Tracking number of ${short}`,
  noNumbers: 'Enter the tracking number of at least one parcel.',
  shipAll: (count: number) => `Ship ${counted(count, 'parcel')}`,
  shipped: (count: number) => `${counted(count, 'parcel is', 'parcels are')} shipped.`,
  undoAll: 'Undo all',
  namesOf: (shorts: readonly string[], more: number) =>
    shorts.join(', ') + (more > 0 ? ` and ${more} more` : ''),
  failedOf: (short: string, why: string) => `${short}: ${why}`,
  backToPick: (count: number) =>
    count === 1 ? '1 order is not packed yet: pick it' : `${count} orders are not packed yet: pick them`,
  ends: 'Empty this batch',
  slip: 'Packing slip',
  invoiceMissing: 'No invoice: the order is not ready for one.',
} as const;

/** What a payment provider says about a reference, for staff. */

const attempts: Readonly<Record<Attempt['state'], (price: string, id: string) => string>> = {
  captured: (price, id) => `${price} has come in (${id}).`,
  failed: (price, id) => `A payment of ${price} failed (${id}).`,
  pending: (price, id) => `A payment of ${price} is waiting for the bank (${id}).`,
};

const refunds = {
  pending: (price: string) => `A refund of ${price} is on its way.`,
  done: (price: string) => `A refund of ${price} has been sent.`,
  failed: (price: string, why: string | null) =>
    `A refund of ${price} failed${why === null ? '' : `: ${why}`}.`,
} as const;

const disputes = {
  open: (price: string, why: string) => `${price} is disputed: ${why}.`,
  won: (price: string) => `The dispute about ${price} is won.`,
  lost: (price: string) => `The dispute about ${price} is lost.`,
} as const;

const nothing = {
  open: 'Nobody has paid yet.',
  closed: 'Nobody has paid, and the payment is closed.',
} as const;

export const providerSays = {
  heading: (name: string, time: string) => `${name}, asked at ${time}:`,
  /** One sentence for each payment, refund and dispute. */
  sentences({ isClosed, attempts: tried, disputes: disputed = [] }: PaymentReport): string[] {
    const price = (paise: number, currency = 'INR') =>
      currency.toUpperCase() === 'INR' ? formatPrice(paise) : `${paise / 100} ${currency.toUpperCase()}`;
    return [
      ...(tried.length === 0 ? [isClosed ? nothing.closed : nothing.open] : []),
      ...tried.flatMap(({ state, amountPaise, currency, id, refunds: back = [] }) => [
        attempts[state](price(amountPaise, currency), id),
        ...back.map((refund) => refunds[refund.state](price(refund.amountPaise), refund.why)),
      ]),
      ...disputed.map((dispute) => disputes[dispute.state](price(dispute.amountPaise), dispute.why)),
    ];
  },
} as const;
