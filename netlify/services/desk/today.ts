import type {
  MoneyReplies,
  WireLateEmail,
  WireToday,
  WireUnsentEmail,
} from '../../../src/contract/desk-money.ts';
import { dayOf } from '../../../src/domain/days.ts';
import { ORDER_ID } from '../../../src/domain/order.ts';
import { type Book, owners, RETURN_ASKED } from '../../../src/domain/order-sums.ts';
import { isOut } from '../../../src/domain/product.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { salesLinesFrom, sum } from '../../../src/domain/sales.ts';
import { DAY_MS, HOUR_MS } from '../../../src/domain/time-units.ts';
import type { AbandonedEmail } from '../../storage/abandoned-emails.ts';
import { readCounts } from '../../storage/stock-counts.ts';
import { readToday, type DashboardCounts } from '../../storage/dashboard-counts.ts';
import { variant } from '../../storage/keys.ts';
import { countOldOrders } from '../order-sums.ts';
import { allShelves, isLow, variantsOf } from './stock-catalogue.ts';

const DAYS = 30;
/** An email that is due is sent within minutes if the mail server takes it. */
const LATE_MS = HOUR_MS;
/** How long the first visit after an update waits for older orders; the cleanup job counts the rest. */
const COUNTING_MS = 3_000;

/** One round trip; a second one if a size is back for which somebody may wait. */
export async function read({ role }: Staff): Promise<MoneyReplies['today.read']> {
  const at = Date.now();
  const days = Array.from({ length: DAYS }, (_, before) => dayOf(at - (DAYS - 1 - before) * DAY_MS));
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const books: Book[] = ['states', ...months.map((month): Book => `sales:${month}`)];
  const variants = variantsOf(allShelves());
  const readNow = () => readToday(variants, books, at, at - LATE_MS);
  let found = await readNow();
  if (!found.isCounted) {
    await countOldOrders(at + COUNTING_MS);
    found = await readNow();
  }
  const [states = new Map<string, number>(), ...sales] = found.sums;
  const freed = new Set(found.freed);
  const back = variants.filter(({ productId, size }, place) => {
    return !isOut(found.pieces[place]) && freed.has(variant(productId, size));
  });
  const waiting = await readCounts(back);
  const today: WireToday = {
    pack: states.get('Order Placed') ?? 0,
    ship: states.get('Processing') ?? 0,
    returns: states.get(RETURN_ASKED) ?? 0,
    low: found.pieces.filter((pieces) => isLow({ pieces })).length,
    soldOut: found.pieces.filter((pieces) => isOut(pieces)).length,
    backFor: waiting.reduce((all, count) => all + count.waiting, 0),
    lateEmails: found.lateEmails,
    late: found.late.flatMap(lateOf),
    unsent: found.neverSent.flatMap(unsentOf),
    money: role === 'owner' ? moneyOf(states, sales, days) : null,
  };
  return { success: true, today };
}

function moneyOf(
  states: ReadonlyMap<string, number>,
  sales: DashboardCounts['sums'],
  days: readonly string[],
): WireToday['money'] {
  const byDay = Map.groupBy(sales.flatMap(salesLinesFrom), ({ day }) => day);
  const totals = days.map((day) => ({ day, ...sum(byDay.get(day) ?? []) }));
  const today = totals.at(-1);
  return {
    unpaid: states.get('Payment Pending') ?? 0,
    refundsFailed: states.get(owners.refundFailed) ?? 0,
    disputed: states.get(owners.disputed) ?? 0,
    today: sum(today ? [today] : []),
    days: totals.map(({ day, orders, netPaise }) => ({ day, orders, netPaise })),
  };
}

/** Emails to the owner are left out, because their subject is counted itself. */
function unsentOf({ list, about, kind, at }: AbandonedEmail): WireUnsentEmail[] {
  if (kind.startsWith('owner-')) return [];
  return [{ orderId: list === 'orders' ? about : null, what: list === 'restock' ? about : kind, at }];
}

/** The outbox also has daily emails to staff and alerts to the owner. */
function lateOf({ about, kind, at }: DashboardCounts['late'][number]): WireLateEmail[] {
  return ORDER_ID.test(about) ? [{ orderId: about, what: kind, at }] : [];
}
