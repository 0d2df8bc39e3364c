import { deskMoneyMessages } from '../../src/contract/messages/desk-money.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import type { WireToday } from '../../src/contract/desk-money.ts';
import { brand } from '../../src/domain/config.ts';
import { formatDay, startOf } from '../../src/domain/days.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { buttonPart, composeEmail, textPart } from './email-parts.ts';
import type { EmailMessage } from './back-in-stock-email.ts';

/** What the day before came to. */
export interface Yesterday {
  orders: number;
  netPaise: number;
}

/**
 * The daily email to staff: what waits, and for the owner what was sold. If nothing waits it says so: an email that
 * does not come is then a sign that something is broken.
 * @param day such as 2026-11-24
 * @param yesterday null for a packer, who gets no money
 */
export function dailyEmail(
  day: string,
  today: WireToday,
  yesterday: Yesterday | null,
  siteUrl: string,
): EmailMessage {
  const waits = waitingIn(today).map(([label, count]) => `${label}: ${count}`);
  const { nothingWaits, orders } = deskMoneyMessages;
  const [preview = nothingWaits] = [waits.join(', ')].filter((text) => text !== '');
  return composeEmail({
    subject: `${brand.name} on ${formatDay(startOf(day))}`,
    preview,
    parts: [
      ...(waits.length === 0 ? [nothingWaits] : waits).map((line) => textPart(line)),
      ...(yesterday
        ? [textPart(`Sold yesterday: ${formatPrice(yesterday.netPaise)}, ${orders(yesterday.orders)}`)]
        : []),
      buttonPart('Open the desk', `${siteUrl}${deskPaths.today}`),
    ],
    why: `You get this email because you asked for it at the desk of ${brand.name} (Staff, Notifications).`,
  });
}

/** The numbers of the screen Today that are not 0, in its sequence. */
function waitingIn({ pack, ship, low, backFor, lateEmails, unsent, money }: WireToday): [string, number][] {
  const { numbers } = deskMoneyMessages;
  const all: [string, number][] = [
    [numbers.pack, pack],
    [numbers.ship, ship],
    [numbers.unpaid, money?.unpaid ?? 0],
    [numbers.refundsFailed, money?.refundsFailed ?? 0],
    [numbers.disputed, money?.disputed ?? 0],
    [numbers.low, low],
    [numbers.backFor, backFor],
    [numbers.lateEmails, lateEmails],
    [numbers.unsent, unsent.length],
  ];
  return all.filter(([, count]) => count > 0);
}
