import { deskCall } from '../../client/desk-api.ts';
import { downloadText } from '../../client/download.ts';
import { dayAndClock } from '../../components/shop/date-formats.ts';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import type { WireShopper } from '../../contract/desk.ts';
import { deskPaths } from '../../contract/desk-paths.ts';
import { deskShoppersMessages as says } from '../../contract/messages/desk-lists-and-shop.ts';
import { formatPrice } from '../../domain/money.ts';
import { ActionMessage } from './ActionMessage.tsx';
import { AskFirst } from './AskFirst.tsx';
import { LogEntries } from './LogEntries.tsx';
import { StaffNotes } from './StaffNotes.tsx';
import { problemOf, useAction } from './use-action.ts';

interface Props {
  shopper: WireShopper;
  onChanged: (now: WireShopper) => void;
  onRemoved: () => void;
}

/** An account with its orders, and what can be done on the shopper's request. */
export function ShopperCard({ shopper, onChanged, onRemoved }: Props) {
  const { id, name, email, isConfirmed, phone, createdAt, lastUsedAt, orders, notes, log } = shopper;
  const { isBusy, problem, said, report, run } = useAction();
  const save = () =>
    run(() =>
      problemOf(deskCall('shoppers.export', { id }), ({ json }) => {
        downloadText(`shopper-${id}.json`, json, 'application/json');
        report(says.exported);
      }),
    );
  const remove = () => run(() => problemOf(deskCall('shoppers.delete', { id }), onRemoved));
  const addNote = (text: string) =>
    problemOf(deskCall('shoppers.note', { id, text }), ({ shopper: now }) => onChanged(now));

  return (
    <section className="panel flex flex-col gap-5" aria-label={email}>
      <header className="written">
        <h2 className="text-lg font-semibold">{name}</h2>
        <p className="break-all">
          {email}
          {!isConfirmed && <span className="text-muted"> ({says.unconfirmed})</span>}
        </p>
        {phone !== '' && (
          <a className="link inline-flex min-h-11 items-center" href={`tel:+${phone}`}>
            +{phone}
          </a>
        )}
        <p className="text-muted">
          {says.since(dayAndClock.format(createdAt))}
          {lastUsedAt !== null && `, ${says.used(dayAndClock.format(lastUsedAt))}`}
        </p>
      </header>
      <div>
        <h3 className="pb-1 text-sm font-semibold">{says.orders}</h3>
        {orders.length === 0 && <p className="text-muted">{says.noOrders}</p>}
        <ul>
          {orders.map((order) => (
            <li key={order.id} className="desk-row">
              <a className="link inline-flex min-h-11 items-center" href={deskPaths.order(order.id)}>
                {order.id.slice(-6)}
              </a>
              <span className="text-muted flex-1 text-sm">
                {dayAndClock.format(order.placedAt)}, {order.status}, {says.pieces(order.pieces)}
              </span>
              <span>{formatPrice(order.totalPaise)}</span>
            </li>
          ))}
        </ul>
      </div>
      <StaffNotes about={`shopper:${id}`} hint={says.noteHint} notes={notes} add={addNote} />
      <ActionMessage said={said} problem={problem} />
      <div className="flex flex-wrap gap-3">
        <BusyButton isBusy={isBusy} className="btn btn-secondary" onClick={() => void save()}>
          {says.export}
        </BusyButton>
        <AskFirst
          label={says.delete}
          className="btn btn-quiet"
          question={says.sure(email)}
          no={says.no}
          yes={says.yes}
          isBusy={isBusy}
          act={remove}
        />
      </div>
      <div>
        <h3 className="pb-1 text-sm font-semibold">{says.log}</h3>
        <LogEntries isBeside entries={log} />
      </div>
    </section>
  );
}
