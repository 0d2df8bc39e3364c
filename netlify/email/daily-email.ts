import { deskMoneyMessages } from '../../src/contract/messages/desk-stock-and-money.ts';
import { deskPaths } from '../../src/contract/desk-paths.ts';
import { waitingIn, type WireToday } from '../../src/contract/desk-money.ts';
import { brand } from '../../src/domain/config.ts';
import { formatDay, startOf } from '../../src/domain/days.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { buttonPart, composeEmail, type EmailMessage } from './email-parts.ts';

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
  const { nothingWaits, numbers, orders } = deskMoneyMessages;
  const waits = waitingIn(today).flatMap(([name, count]) => (count > 0 ? `${numbers[name]}: ${count}` : []));
  const [preview = nothingWaits] = [waits.join(', ')].filter((text) => text !== '');
  return composeEmail({
    subject: `${brand.name} on ${formatDay(startOf(day))}`,
    preview,
    parts: [
      ...(waits.length === 0 ? [nothingWaits] : waits),
      ...(yesterday
        ? [`Sold yesterday: ${formatPrice(yesterday.netPaise)}, ${orders(yesterday.orders)}`]
        : []),
      buttonPart('Open the desk', `${siteUrl}${deskPaths.today}`),
    ],
    why: `You get this email because you asked for it at the desk of ${brand.name} (Staff, Notifications).`,
  });
}
