import { refundReasons } from '../../src/contract/messages/orders.ts';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { paths } from '../../src/contract/paths.ts';
import { formatDay } from '../../src/domain/days.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { type Order, type Provider, type Refund, shortOrderId } from '../../src/domain/order.ts';
import { refundStateOf } from '../../src/domain/refund.ts';
import { brand } from '../../src/domain/config.ts';
import { oneLine } from '../../src/domain/text-limits.ts';
import { buttonPart, type EmailDraft, type EmailPart } from './email-parts.ts';
import { block } from './order-table.ts';

/** Refund emails to shoppers: each says what is true when it is written. */

export const bankDays = 'Your bank may take 5 to 7 working days to credit it.';

export function refundedTo(provider: Provider): string {
  return `the account or card you paid with (${paymentMessages.called[provider]})`;
}

const kinds = ['refunded-', 'refund-failed-', 'refund-'] as const;

/** Null if it is no longer true, or the kind is not a refund kind. */
export function refundDraft(kind: string, order: Order, siteUrl: string): EmailDraft | null {
  const prefix = kinds.find((each) => kind.startsWith(each));
  const refund = prefix && order.refunds.find(({ key }) => key === kind.slice(prefix.length));
  if (!refund) return null;
  const state = refundStateOf(refund);
  const link = buttonPart('See your orders', siteUrl + paths.orders);
  if (prefix === 'refund-' && state === 'pending') return onItsWay(refund, order, link);
  if (prefix === 'refunded-' && state === 'done') return sent(refund, order, link);
  return prefix === 'refund-failed-' && state === 'failed' ? failed(refund, order, link) : null;
}

function onItsWay(refund: Refund, order: Order, link: EmailPart): EmailDraft {
  const { provider, reason } = refund;
  const amount = formatPrice(refund.amountPaise);
  return {
    subject: `Your refund of ${amount} for order ${shortOrderId(order.id)} has started`,
    preview: `To ${refundedTo(provider)}. We will email you when it has been sent.`,
    parts: [
      `We have started your refund of ${amount} to ${refundedTo(provider)}, because ${refundReasons[reason]}. ` +
        'We will email you when it has been sent.',
      ...numberOf(refund),
      link,
    ],
  };
}

function sent(refund: Refund, order: Order, link: EmailPart): EmailDraft {
  const { provider, reason, doneAt, wantedAt, byHand } = refund;
  const amount = formatPrice(refund.amountPaise);
  if (byHand) return paid(refund, byHand, order, link);
  return {
    subject: `Your refund of ${amount} for order ${shortOrderId(order.id)} has been sent`,
    preview: `To ${refundedTo(provider)}. ${bankDays}`,
    parts: [
      `We sent your refund of ${amount} to ${refundedTo(provider)} on ${formatDay(doneAt ?? wantedAt)}, ` +
        `because ${refundReasons[reason]}. ${bankDays}`,
      ...numberOf(refund),
      link,
    ],
  };
}

/** Paid by the owner, in the way that the shopper asked for. */
function paid(
  { amountPaise, reason, provider }: Refund,
  { at, note }: NonNullable<Refund['byHand']>,
  order: Order,
  link: EmailPart,
): EmailDraft {
  const amount = formatPrice(amountPaise);
  return {
    subject: `Your refund of ${amount} for order ${shortOrderId(order.id)} has been sent`,
    preview: `We have sent it to you directly: ${oneLine(note)}.`,
    parts: [
      `We sent you ${amount} directly on ${formatDay(at)} (${oneLine(note)}), ` +
        `because ${refundReasons[reason]} and ${paymentMessages.called[provider]} could not send the refund.`,
      link,
    ],
  };
}

function failed({ amountPaise, provider }: Refund, order: Order, link: EmailPart): EmailDraft {
  const amount = formatPrice(amountPaise);
  return {
    subject: `Your refund of ${amount} for order ${shortOrderId(order.id)} could not be sent yet`,
    preview: 'We are working on it. You do not have to do anything.',
    parts: [
      `We could not refund ${amount} to ${refundedTo(provider)} yet. We are working on it, and will email you when it has been sent. ` +
        `You do not have to do anything. If that account or card is closed, please write to ${brand.support.email}.`,
      link,
    ],
  };
}

function numberOf({ provider, providerId }: Refund): EmailPart[] {
  if (providerId === null) return [];
  const title = 'Refund reference for your bank';
  const line = `${paymentMessages.called[provider]} refund ${oneLine(providerId)}`;
  return [{ text: `${title}:\n${line}`, html: block(title, [line]) }];
}
