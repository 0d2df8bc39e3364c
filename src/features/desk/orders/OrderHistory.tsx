import { dayAndClock } from '../../../components/shop/date-formats.ts';
import type { LogEntry } from '../../../domain/staff.ts';
import type { DeskOrder } from '../../../contract/desk-orders.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { LogEntries } from '../LogEntries.tsx';

/** What happened when, what staff changed, and the documents. */
export function OrderHistory({ order, log }: { order: DeskOrder; log: readonly LogEntry[] }) {
  return (
    <section aria-labelledby="desk-timeline">
      <h2 id="desk-timeline" className="desk-heading">
        {says.sections.timeline}
      </h2>
      <ol className="desk-facts">
        {order.history.map(({ status, at }) => (
          <li key={`${status}:${at}`}>
            <span>{status}</span>
            <time dateTime={new Date(at).toISOString()}>{dayAndClock.format(at)}</time>
          </li>
        ))}
      </ol>
      <h3 className="pt-3 font-semibold">{says.sections.documents}</h3>
      {order.documents.length === 0 && <p className="text-muted text-sm">{says.noDocuments}</p>}
      <ul className="desk-facts">
        {order.documents.map(({ number, issuedAt }) => (
          <li key={number}>
            {order.money ? (
              <a className="link inline-flex min-h-11 items-center" href={deskPaths.invoice(order.id)}>
                {number}
              </a>
            ) : (
              <span>{number}</span>
            )}
            <time dateTime={new Date(issuedAt).toISOString()}>{dayAndClock.format(issuedAt)}</time>
          </li>
        ))}
      </ul>
      <h3 className="pt-3 font-semibold">{says.sections.log}</h3>
      <LogEntries isBeside entries={log} />
    </section>
  );
}
