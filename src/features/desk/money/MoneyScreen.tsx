import { type ChangeEvent, useEffect, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { downloadText } from '../../../client/download.ts';
import { Problem } from '../../../components/shop/Problem.tsx';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import { type MoneyTable, moneyTables } from '../../../contract/desk-money.ts';
import { deskMoneyMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { dayOf } from '../../../domain/days.ts';
import { ActionMessage } from '../ActionMessage.tsx';
import { DeskPart } from '../DeskPart.tsx';
import { DeskScreen } from '../DeskScreen.tsx';
import { problemOf, useAction } from '../use-action.ts';
import { useReading } from '../use-reading.ts';
import { BestSellers } from './BestSellers.tsx';
import { CashTable } from './CashTable.tsx';
import { GstTable } from './GstTable.tsx';
import { monthAfter, monthFrom } from './months.ts';
import { PayoutTable } from './PayoutTable.tsx';
import { SalesPart } from './SalesPart.tsx';
import { wholeFile } from '../download-in-parts.ts';

export function MoneyScreen() {
  return (
    <DeskScreen isOwners title={say.title}>
      {() => <Money />}
    </DeskScreen>
  );
}

/** The money of a month. */
function Money() {
  const [month, setMonth] = useState(monthOfAddress);
  const { reply, setReply, problem, load } = useReading('money.month', { month });
  const thisMonth = dayOf(Date.now()).slice(0, 7);

  function go(to: string): void {
    setMonth(to);
    const address = new URL(location.href);
    address.searchParams.set('month', to);
    history.replaceState(history.state, '', address);
  }

  return (
    <>
      <div className="grid max-w-96 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2">
        <button
          type="button"
          className="icon-button"
          aria-label={say.before}
          onClick={() => go(monthAfter(month, -1))}
        >
          <span aria-hidden="true">←</span>
        </button>
        <MonthField month={month} newest={thisMonth} go={go} />
        <button
          type="button"
          className="icon-button aria-disabled:text-line"
          aria-label={say.after}
          aria-disabled={month >= thisMonth}
          onClick={() => {
            if (month < thisMonth) go(monthAfter(month, 1));
          }}
        >
          <span aria-hidden="true">→</span>
        </button>
      </div>
      <Problem isNews text={problem} onRetry={load} />
      {!reply && problem === null && <div className="skeleton h-96" aria-hidden="true" />}
      {reply && (
        <>
          <SalesPart month={month} lines={reply.lines} />
          <BestSellers month={month} />
          <PayoutTable month={month} />
          <CashTable cash={reply.cash} onChange={(cash) => setReply({ ...reply, cash })} />
          <GstTable gst={reply.gst} />
          <Downloads key={month} month={month} />
        </>
      )}
    </>
  );
}

/** The tables of a month as files. */
function Downloads({ month }: { month: string }) {
  const { isBusy, problem, said, run } = useAction();
  const save = (table: MoneyTable) =>
    run(() => {
      const asked = wholeFile((after: string | undefined) =>
        deskCall('money.export', { month, table, after }),
      );
      return problemOf(asked, ({ csv }) => downloadText(`${table}-${month}.csv`, csv, 'text/csv'));
    });
  return (
    <DeskPart title={say.downloads}>
      <div className="desk-buttons">
        {moneyTables.map((table) => (
          <BusyButton
            key={table}
            isBusy={isBusy}
            className="btn btn-secondary"
            onClick={() => void save(table)}
          >
            {say.tables[table]}
          </BusyButton>
        ))}
      </div>
      <ActionMessage said={said} problem={problem} />
    </DeskPart>
  );
}

interface MonthProps {
  month: string;
  newest: string;
  go: (month: string) => void;
}

/** Keeps what is typed until it is a month: the year 2025 is typed as the years 2, 20 and 202 first. */
function MonthField({ month, newest, go }: MonthProps) {
  const [typed, setTyped] = useState(month);
  useEffect(() => setTyped(month), [month]);
  return (
    <label className="field">
      <span className="visually-hidden">{say.month}</span>
      <input
        type="month"
        className="field-input"
        value={typed}
        max={newest}
        required
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
          setTyped(target.value);
          const whole = monthFrom(target.value);
          if (whole !== null) go(whole);
        }}
        onBlur={() => setTyped(month)}
      />
    </label>
  );
}

function monthOfAddress(): string {
  const asked = typeof location === 'object' ? new URLSearchParams(location.search).get('month') : null;
  return monthFrom(asked ?? '') ?? dayOf(Date.now()).slice(0, 7);
}
