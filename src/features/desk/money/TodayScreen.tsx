import { useEffect } from 'react';
import { day, dayAndClock } from '../../../components/shop/date-formats.ts';
import { Problem } from '../../../components/shop/Problem.tsx';
import {
  type TodayNumber,
  waitingIn,
  type WireToday,
  type WireUnsentEmail,
} from '../../../contract/desk-money.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import type { StockFilter } from '../../../contract/desk-stock.ts';
import { deskMoneyMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { dayOf, startOf } from '../../../domain/days.ts';
import { formatPrice } from '../../../domain/money.ts';
import { shortOrderId } from '../../../domain/order.ts';
import type { OrderTab } from '../../../domain/order-tabs.ts';
import { MINUTE_MS } from '../../../domain/time-units.ts';
import { DeskPart } from '../DeskPart.tsx';
import { BarChart } from '../BarChart.tsx';
import { DeskScreen } from '../DeskScreen.tsx';
import { DeskTable } from '../DeskTable.tsx';
import { useReading } from '../use-reading.ts';

/** The order list in one of its tabs. */
const ordersIn = (tab: OrderTab) => `${deskPaths.orders}?tab=${tab}`;
/** The stock list with one of its filters. */
const stockOnly = (only: StockFilter) => `${deskPaths.stock}?only=${only}`;

/** Where each number leads. */
const lists: Record<TodayNumber, string> = {
  pack: ordersIn('pack'),
  ship: ordersIn('ship'),
  returns: ordersIn('returns'),
  unpaid: ordersIn('unpaid'),
  refundsFailed: ordersIn('trouble'),
  disputed: ordersIn('trouble'),
  low: stockOnly('low'),
  backFor: stockOnly('back'),
  lateEmails: '#unsent',
  unsent: '#unsent',
};

/** Somebody has to act, or money is lost. */
const urgent: ReadonlySet<TodayNumber> = new Set(['refundsFailed', 'disputed', 'lateEmails', 'unsent']);

/** The first screen of the desk. */
export function TodayScreen() {
  return <DeskScreen title={say.todayTitle}>{() => <Today />}</DeskScreen>;
}

/** What waits, as numbers that open their lists, and what was sold. */
function Today() {
  const { reply, problem, load } = useReading('today.read');
  const today = reply?.today;

  useEffect(() => {
    // A phone that was in a pocket shows the present numbers.
    const look = () => {
      if (document.visibilityState === 'visible') void load();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [load]);

  useEffect(() => {
    // A screen that stays open overnight. One timer until midnight would be late after a sleep of the computer.
    let shown = dayOf(Date.now());
    const timer = setInterval(() => {
      const now = dayOf(Date.now());
      if (now === shown) return;
      shown = now;
      void load();
    }, MINUTE_MS);
    return () => clearInterval(timer);
  }, [load]);

  return (
    <>
      <Problem isNews text={problem} onRetry={load} />
      {!today && problem === null && <div className="skeleton h-80" aria-hidden="true" />}
      {today && <Waiting today={today} />}
      {today && <Unsent today={today} />}
      {today?.money && <Sold money={today.money} />}
    </>
  );
}

function Waiting({ today }: { today: WireToday }) {
  const numbers = waitingIn(today);
  return (
    <section aria-label={say.waits}>
      {numbers.every(([, count]) => count === 0) && <p>{say.nothingWaits}</p>}
      <ul className="border-line grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] border-t border-l">
        {numbers.map(([name, count]) => (
          <li key={name}>
            <a
              href={lists[name]}
              className={`border-line bg-surface hover:bg-sunken flex h-full min-h-24 flex-col border-r border-b p-3 ${count === 0 ? 'text-muted' : ''}`}
            >
              <span
                className={`display text-heading tabular-nums ${urgent.has(name) && count > 0 ? 'text-danger' : ''}`}
              >
                {count}
              </span>
              <span className="text-sm">{say.numbers[name]}</span>
              {name === 'low' && today.soldOut > 0 && (
                <span className="text-muted text-xs">{say.soldOut(today.soldOut)}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Unsent({ today: { unsent, lateEmails, late } }: { today: WireToday }) {
  if (unsent.length === 0 && lateEmails === 0) return null;
  return (
    <section id="unsent" className="flex flex-col gap-2">
      <h2 className="display text-2xl">{say.unsentTitle}</h2>
      {lateEmails > 0 && <p>{say.late(lateEmails)}</p>}
      <Emails emails={late} />
      {unsent.length > 0 && <h3 className="pt-6 font-semibold">{say.numbers.unsent}</h3>}
      <Emails emails={unsent} />
    </section>
  );
}

/** Emails with their times; those about orders link them. */
function Emails({ emails }: { emails: readonly WireUnsentEmail[] }) {
  return (
    <ul>
      {emails.map(({ orderId, what, at }) => (
        <li key={`${orderId ?? ''} ${what} ${at}`} className="border-line border-t py-2 wrap-anywhere">
          {orderId === null ? (
            say.unsentSize(what)
          ) : (
            <a className="link" href={deskPaths.order(orderId)}>
              {say.unsentOf(what, shortOrderId(orderId))}
            </a>
          )}{' '}
          <span className="text-muted text-sm">{dayAndClock.format(at)}</span>
        </li>
      ))}
    </ul>
  );
}

function Sold({ money: { today, days } }: { money: NonNullable<WireToday['money']> }) {
  const bars = days.map((each) => {
    const label = day.format(startOf(each.day));
    const text = `${label}: ${formatPrice(each.netPaise)}, ${say.orders(each.orders)}`;
    return { label, text, parts: [Math.max(0, each.netPaise)] };
  });
  const all = days.reduce((sum, { netPaise }) => sum + netPaise, 0);
  const orders = days.reduce((sum, each) => sum + each.orders, 0);
  const title = `${say.lastDays}: ${formatPrice(all)}, ${say.orders(orders)}`;
  return (
    <DeskPart title={say.salesToday}>
      <p className="text-3xl font-semibold tabular-nums">{formatPrice(today.netPaise)}</p>
      <p className="text-muted">{say.orders(today.orders)}</p>
      <h3 className="pt-6 font-semibold tabular-nums">{title}</h3>
      <BarChart title={title} bars={bars} format={formatPrice} />
      <details className="desk-details">
        <summary>{say.asTable}</summary>
        <DeskTable columns={[say.day, say.columns.orders, say.columns.net]}>
          {days.toReversed().map((each) => (
            <tr key={each.day}>
              <th scope="row">{day.format(startOf(each.day))}</th>
              <td>{each.orders}</td>
              <td>{formatPrice(each.netPaise)}</td>
            </tr>
          ))}
        </DeskTable>
      </details>
    </DeskPart>
  );
}
