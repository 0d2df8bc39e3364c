import { dayAndClock } from '../../components/shop/date-formats.ts';
import type { DeskOrderPage, OrderVerb } from '../../contract/desk-orders.ts';
import { changesOf, logSentence } from '../../contract/messages/desk-log.ts';
import { deskOrderMessages as says } from '../../contract/messages/desk-orders.ts';
import type { OrderStatus } from '../../domain/order.ts';

/** A change that was refused because the order is no longer what was seen. */
interface Refused {
  verb: OrderVerb;
  /** The email of who sent it. */
  who: string;
  sent: string;
  /** The first change of this version without an answer, which may have been made; '' if all were answered. */
  unanswered: string;
}

/** Entries that change no status. */
const asides: readonly string[] = ['orders.note', 'orders.ask', 'packing.print', 'lists.reconcile'];

/**
 * Why the change was refused; null if it was made before, and only its answer was lost. That is so if the same change
 * was sent, and the newest change in the log is this verb by the same person.
 */
export function conflictMessage(
  now: DeskOrderPage,
  was: OrderStatus,
  { verb, who, sent, unanswered }: Refused,
): string | null {
  const { status } = now.order;
  if (unanswered === '') {
    const said = status === was ? lastEntryOf(now) : [];
    return [says.changed(was, status), ...said].join(' ');
  }
  const newest = now.log.find(({ action }) => !asides.includes(action));
  const isOwn = newest?.who === who && newest.action === `orders.${verb}`;
  return unanswered === sent && isOwn ? null : says.unknownChange(was, status);
}

/** Of an order whose status is the same: its log says best what is new. Questions that changed nothing are left out. */
function lastEntryOf({ log }: DeskOrderPage): string[] {
  const newest = log.find((entry) => !asides.includes(entry.action) || changesOf(entry).length > 0);
  if (!newest) return [];
  return [says.lastEntry(dayAndClock.format(newest.at), logSentence(newest, true), changesOf(newest))];
}
