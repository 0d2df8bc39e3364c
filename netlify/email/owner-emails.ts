import process from 'node:process';
import { paymentMessages } from '../../src/contract/messages/payment.ts';
import { formatDay } from '../../src/domain/days.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { type Dispute, type Order, type Refund, shortOrderId } from '../../src/domain/order.ts';
import { brand } from '../../src/domain/config.ts';
import { oneLine } from '../../src/domain/text-limits.ts';
import { composeEmail, type EmailMessage } from './email-parts.ts';

/** Emails for the owner about problems that only the owner can solve. */

/** The owner's email: the setting, else the shop's contact email. */
export function ownerAddress(): string {
  return process.env['OWNER_EMAIL'] || brand.support.email;
}

const refundKind = 'owner-refund-';
const disputeKind = /^owner-dispute-(open|won|lost)-(.+)$/;

/** An email to the owner about an order; null for the shopper's kinds and for unknown ones. */
export function ownerEmail(kind: string, order: Order): EmailMessage | null {
  if (kind.startsWith(refundKind)) {
    const refund = order.refunds.find(({ key }) => key === kind.slice(refundKind.length));
    return refund?.failure && !refund.byHand ? compose(failed(refund, refund.failure.why, order)) : null;
  }
  const [, state, id] = disputeKind.exec(kind) ?? [];
  const dispute = order.disputes?.find((each) => each.id === id);
  return dispute && dispute.state === state ? compose(disputed(dispute, order)) : null;
}

/** The shop no longer checks this order. Its content is left out, because it may be unreadable. */
export function unreadableOrderEmail(orderId: string, why: string): EmailMessage {
  const short = shortOrderId(orderId);
  return compose({
    subject: `Order ${short} cannot be checked`,
    sentences: [
      `The shop has tried for three days to check order ${orderId}, and has stopped trying: ${oneLine(why)}.`,
      'A payment for it may have come in, or a refund may be due: see the dashboard of your payment provider.',
      'When the order is fixed, check it again: npm run shop -- reconcile',
    ],
  });
}

/** After a rollback from a newer build. @param what names the kind of document and its version */
export function newerDocumentEmail(what: string): EmailMessage {
  return compose({
    subject: 'The published version of the shop is too old for its data',
    sentences: [
      `${oneLine(what)}.`,
      'Jobs skip what they cannot read, such as orders and emails, and continue with everything else.',
      'Publish the newer version again: what was skipped is then done within an hour, and nothing is lost.',
      'You will get no further email about this until it has stopped for a day and starts again.',
    ],
  });
}

/** Emails to shoppers could not be sent for two weeks. */
export function neverSentEmail(): EmailMessage {
  return compose({
    subject: 'Emails to your shoppers could not be sent',
    sentences: [
      'The shop has tried for two weeks to send them, and has stopped trying.',
      'See which they are: npm run shop -- orders money. They are listed there for 30 days; email these shoppers yourself if it matters.',
      'See whether the mail server works: npm run shop -- doctor',
      'You will get no further email about this until it has stopped for a day and starts again.',
    ],
  });
}

interface Said {
  subject: string;
  sentences: string[];
}

function compose({ subject, sentences }: Said): EmailMessage {
  const [preview = ''] = sentences;
  const why = `You get this email because ${brand.name} is yours (OWNER_EMAIL).`;
  return composeEmail({ subject, preview, parts: sentences, why });
}

function failed({ provider, amountPaise, providerId, isReplaced }: Refund, why: string, order: Order): Said {
  const [short, amount] = [shortOrderId(order.id), formatPrice(amountPaise)];
  const name = paymentMessages.called[provider];
  const id = providerId === null ? '' : ` (${oneLine(providerId)})`;
  return {
    subject: `A refund of ${amount} for order ${short} has failed`,
    sentences: [
      `${name}${id}: ${oneLine(why)}.`,
      ...(isReplaced
        ? ['The shop has already asked for it again.']
        : [
            `The money is still with the shop. Send it again: npm run shop -- orders refund-again ${short}`,
            `If you pay it yourself, by UPI or bank transfer: npm run shop -- orders refund-by-hand ${short} --note "UTR and number"`,
          ]),
    ],
  };
}

function disputed({ provider, amountPaise, why, state, respondBy, id }: Dispute, order: Order): Said {
  const [short, amount] = [shortOrderId(order.id), formatPrice(amountPaise)];
  const name = paymentMessages.called[provider];
  const about = `${name} ${oneLine(id)}: ${oneLine(why)}.`;
  const held = `The order is ${order.status}. It cannot be packed or shipped until it is won or you release it: npm run shop -- orders release ${short}`;
  if (state === 'won') {
    return {
      subject: `The dispute about ${amount} of order ${short} is won`,
      sentences: [about, 'The order can continue.'],
    };
  }
  if (state === 'lost') {
    return {
      subject: `The dispute about ${amount} of order ${short} is lost`,
      sentences: [about, 'The bank took the money back.', held],
    };
  }
  const until = respondBy === null ? '' : ` until ${formatDay(respondBy)}`;
  return {
    subject: `The payment of order ${short} is disputed: ${amount}`,
    sentences: [about, `Answer it on the dashboard of ${name}${until}.`, held],
  };
}
