import type { DeskOrder } from '../../../contract/desk-orders.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { shortOrderId } from '../../../domain/order.ts';

interface Props {
  order: DeskOrder;
  number: string;
  type: (number: string) => void;
  goOn: () => void;
}

/** A parcel and its tracking number; once it is shipped, what was sent. */
export function ParcelLine({ order, number, type, goOn }: Props) {
  const { id, address, status, shipment, can } = order;
  const short = shortOrderId(id);
  const isOpen = can.includes('ship');
  return (
    <li className="border-line grid gap-2 border-b pt-2 pb-3 md:grid-cols-[1fr_1fr] md:gap-10">
      <a className="flex min-h-11 min-w-0 items-center gap-3" href={deskPaths.order(id)}>
        <strong className="tabular-nums">{short}</strong>
        <span className="written truncate">
          {address.firstName} {address.lastName}, {address.city}
        </span>
      </a>
      {isOpen ? (
        <input
          className="field-input"
          data-takes-scans
          aria-label={says.trackingOf(short)}
          placeholder={says.tracking}
          autoComplete="off"
          maxLength={60}
          value={number}
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            goOn();
          }}
        />
      ) : (
        <p>
          <span className="font-semibold">{status}</span>
          {shipment && (
            <span className="text-muted block text-sm break-words">
              {shipment.courier}, {shipment.trackingNumber}
            </span>
          )}
        </p>
      )}
    </li>
  );
}
