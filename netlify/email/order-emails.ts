import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { paths } from '../../src/contract/paths.ts';
import { piecesIn } from '../../src/domain/cash-order.ts';
import { counted } from '../../src/domain/counted.ts';
import { formatDay } from '../../src/domain/days.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { isOrderConfirmed, type Order, type OrderItem, shortOrderId } from '../../src/domain/order.ts';
import { ONE_SIZE } from '../../src/domain/product.ts';
import { brand, payableDays, trade } from '../../src/domain/config.ts';
import { serialOf } from '../../src/domain/tax-document.ts';
import { carriesWebAddress, oneLine } from '../../src/domain/text-limits.ts';
import {
  buttonPart,
  composeEmail,
  type EmailDraft,
  type EmailMessage,
  type EmailPart,
} from './email-parts.ts';
import { jpegAddress } from './html.ts';
import { bankDays, refundedTo, refundDraft } from './refund-emails.ts';
import { block, orderTable, type SumLine } from './order-table.ts';

/**
 * Order emails (docs/behaviour.md#order-life). A later run sends them some time after their change, so each uses the
 * order as it is then, and is not sent if it would no longer be true.
 */

/** The smallest picture width of the shop (Picture.astro): four times the width of a line's picture. */
const PICTURE_WIDTH_PX = 240;

/** The same promise as on the Delivery page. */
const delivery = 'Standard delivery takes 3 to 5 business days, in remote areas 1 to 2 days more.';

/**
 * An email about an order; null if it is no longer true or its kind is unknown.
 * @param kind an `EmailKind` (services/order-events)
 * @param siteUrl the shop's public URL, without a slash at the end
 * @param isConfirmed whether the mailbox is known to be the shopper's; if not, the email shows no typed web address
 */
export function orderEmail(
  kind: string,
  order: Order,
  siteUrl: string,
  isConfirmed: boolean,
): EmailMessage | null {
  const draft = draftOf(kind, isConfirmed ? order : withoutLinks(order), siteUrl);
  if (!draft) return null;
  const why = `You get this email because of your order ${shortOrderId(order.id)} at ${brand.name}.`;
  return composeEmail({ ...draft, why });
}

/** Fields of free text that emails show. */
const typed = ['firstName', 'lastName', 'street', 'city', 'state'] as const;

/** Whether an email about the order would show a web address that somebody typed. */
export function carriesLink({ address }: Order): boolean {
  return typed.some((field) => carriesWebAddress(address[field]));
}

/** Anybody can order with somebody else's email and type a web address as the name, so the shop would send it. */
function withoutLinks(order: Order): Order {
  const address = { ...order.address };
  for (const field of typed) if (carriesWebAddress(address[field])) address[field] = '';
  return { ...order, address };
}

function draftOf(kind: string, order: Order, siteUrl: string): EmailDraft | null {
  const drafts = { placed, processing, shipped, delivered, cancelled, failed };
  if (!Object.hasOwn(drafts, kind)) return refundDraft(kind, order, siteUrl);
  return drafts[kind as keyof typeof drafts](order, siteUrl);
}

/** It still proves what the shopper ordered while the order is on its way. */
function placed(order: Order, siteUrl: string): EmailDraft | null {
  if (!isOrderConfirmed(order) || order.status === 'Delivered') return null;
  const total = formatPrice(order.totalPaise);
  return {
    subject: `Your order ${shortOrderId(order.id)} is placed`,
    preview: `${counted(piecesIn(order), 'piece')}, ${total}. We will email you when it ships.`,
    parts: [
      `${greeting('Thank you', order)}. This is what you ordered on ${formatDay(order.placedAt)}.`,
      items(order, siteUrl),
      facts('Payment', [howPaid(order)]),
      addressOf(order),
      `What happens next: we pack your order and email you when it ships. ${delivery}`,
      `You can change the address within 2 hours of ordering: write to ${brand.support.email}.`,
      toOrders('See your orders', siteUrl),
    ],
  };
}

function processing(order: Order, siteUrl: string): EmailDraft | null {
  if (order.status !== 'Processing') return null;
  return {
    subject: `Your order ${shortOrderId(order.id)} is being packed`,
    preview: `${counted(piecesIn(order), 'piece')}. We will email you when it ships.`,
    parts: [
      `Your items are being packed. We will email you the tracking number when they ship. ${delivery}`,
      items(order, siteUrl),
      toOrders('See your orders', siteUrl),
    ],
  };
}

function shipped(order: Order, siteUrl: string): EmailDraft | null {
  const { status, shipment, history, paymentMethod, totalPaise } = order;
  if (status !== 'Shipped' || !shipment) return null;
  const since = history.findLast((change) => change.status === 'Shipped')?.at;
  const when =
    since === undefined ? 'Your parcel was shipped.' : `Your parcel was shipped on ${formatDay(since)}.`;
  const courier = oneLine(shipment.courier);
  const number = oneLine(shipment.trackingNumber);
  return {
    subject: `Your order ${shortOrderId(order.id)} is on its way`,
    preview: `With ${courier}, tracking number ${number}.`,
    parts: [
      `${when} ${delivery} The courier will try to deliver it three times.`,
      facts('Courier and tracking number', [courier, number]),
      ...(paymentMethod === 'cod'
        ? [`Please have ${formatPrice(totalPaise)} ready: you pay the courier.`]
        : []),
      addressOf(order),
      items(order, siteUrl),
      toOrders('See your orders', siteUrl),
    ],
  };
}

function delivered(order: Order, siteUrl: string): EmailDraft | null {
  if (order.status !== 'Delivered') return null;
  return {
    subject: `Your order ${shortOrderId(order.id)} was delivered`,
    preview: `We hope it fits. Returns are free within ${trade.returnDays} days.`,
    parts: [
      `${greeting('Thank you', order)}. We hope it fits, and that you like wearing it.`,
      `If it does not, returns are free within ${trade.returnDays} days. Write to ${brand.support.email} with your order number.`,
      ...(order.invoice
        ? [facts('Your GST invoice', [`${serialOf('IN', order.invoice)}, to print from My Orders`])]
        : []),
      toOrders('See your orders', siteUrl),
    ],
  };
}

function cancelled(order: Order, siteUrl: string): EmailDraft | null {
  if (order.status !== 'Cancelled') return null;
  const money = moneyBack(order);
  return {
    subject: `Your order ${shortOrderId(order.id)} has been cancelled`,
    preview: money,
    parts: [
      `Your order has been cancelled. ${money}`,
      items(order, siteUrl),
      toOrders('See your orders', siteUrl),
    ],
  };
}

function moneyBack({ payment, refunds, references }: Order): string {
  const back = refunds.filter(({ reason, isReplaced }) => reason === 'cancelled' && !isReplaced);
  const [first] = back;
  if (!first) {
    if (payment) return 'Your refund is already on its way.';
    // A started payment may still arrive: its provider tells the shop, which then refunds it.
    return references.length > 0
      ? 'If you have paid for it, we will refund it automatically.'
      : 'Nothing was charged for it.';
  }
  const amount = formatPrice(back.reduce((sum, { amountPaise }) => sum + amountPaise, 0));
  return `We are refunding ${amount} to ${refundedTo(first.provider)}, and will email you when it has been sent. ${bankDays}`;
}

/** Not sent if money came and is refunded: there was a charge, and the refund has its own email. */
function failed(order: Order, siteUrl: string): EmailDraft | null {
  if (order.status !== 'Payment Failed' || order.refunds.length > 0) return null;
  return {
    subject: `The payment for your order ${shortOrderId(order.id)} did not go through`,
    preview: 'Nothing was charged. You can retry the payment.',
    parts: [
      `Nothing was charged. You can retry the payment for ${payableDays} days after ordering, while the items are in stock.`,
      items(order, siteUrl),
      toOrders('Retry payment', siteUrl),
    ],
  };
}

function facts(title: string, lines: readonly string[]): EmailPart {
  return { text: [`${title}:`, ...lines].join('\n'), html: block(title, lines) };
}

function toOrders(label: string, siteUrl: string): EmailPart {
  return buttonPart(label, siteUrl + paths.orders);
}

function items(order: Order, siteUrl: string): EmailPart {
  const lines = order.items.map((item) => ({
    name: oneLine(item.name),
    detail: detailOf(item),
    amount: formatPrice(item.pricePaise * item.quantity),
    picture: pictureOf(item, siteUrl),
  }));
  const sums: SumLine[] = [
    { label: 'Subtotal', amount: formatPrice(order.subtotalPaise), isTotal: false },
    ...discountOf(order),
    { label: 'Shipping fee', amount: formatPrice(order.feePaise), isTotal: false },
    { label: 'Total', amount: formatPrice(order.totalPaise), isTotal: true },
  ];
  return {
    text: [
      ...lines.map(({ name, detail, amount }) => `${name}, ${detail}: ${amount}`),
      ...sums.map(({ label, amount }) => `${label}: ${amount}`),
    ].join('\n'),
    html: orderTable(lines, sums),
  };
}

function discountOf({ discount }: Order): SumLine[] {
  if (!discount) return [];
  const { code, percent, paise } = discount;
  return [{ label: `${percent}% off with code ${code}`, amount: `−${formatPrice(paise)}`, isTotal: false }];
}

function detailOf({ size, quantity }: OrderItem): string {
  return size === ONE_SIZE ? `× ${quantity}` : `size ${oneLine(size)} × ${quantity}`;
}

function pictureOf({ picture, name, productId }: OrderItem, siteUrl: string) {
  if (picture === '') return null;
  const address = jpegAddress(picture, PICTURE_WIDTH_PX, siteUrl);
  return { address, alt: oneLine(name), link: siteUrl + paths.product(productId) };
}

function howPaid({ paymentMethod, totalPaise, payment }: Order): string {
  const total = formatPrice(totalPaise);
  if (paymentMethod === 'cod')
    return `${paymentMessages.called.cod}: please have ${total} ready for the courier.`;
  const when = payment ? ` on ${formatDay(payment.at)}` : '';
  return `${total} paid with ${paymentMessages.called[paymentMethod]}${when}.`;
}

function greeting(words: string, { address }: Order): string {
  return address.firstName === '' ? words : `${words}, ${oneLine(address.firstName)}`;
}

function addressOf({ address }: Order): EmailPart {
  const { firstName, lastName, street, city, state, zipcode, country, phone } = address;
  const lines = [
    `${firstName} ${lastName}`,
    street === '' ? 'Street as given in your order' : street,
    [city, `${state} ${zipcode}`].filter((part) => part !== '').join(', '),
    country,
    `+${phone}`,
  ].map(oneLine);
  return facts(
    'Delivery address',
    lines.filter((line) => line !== ''),
  );
}
