import type { DeskOrder } from '../../../contract/desk-orders.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { day } from '../../../components/shop/date-formats.ts';
import { brand } from '../../../domain/config.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { ONE_SIZE } from '../../../domain/product.ts';
import { barsOf } from './code39.ts';

/** What is in the parcel and where it goes, on a sheet of its own. */
export function PackingSlip({ order: { id, placedAt, items, address } }: { order: DeskOrder }) {
  const short = shortOrderId(id);
  return (
    <article className="tax-sheet desk-slip" aria-label={`${says.slip} ${short}`}>
      <header className="tax-head">
        <p className="tax-brand display">{brand.name}</p>
        <p className="tax-title">{says.slip}</p>
      </header>
      <p className="py-4 text-[3rem] font-bold tracking-widest">{short}</p>
      <Barcode text={short} />
      <p className="grid pb-4 text-2xl leading-normal">
        <span>
          {address.firstName} {address.lastName}
        </span>
        <span>{address.street}</span>
        <span>
          {address.city}, {address.state} {address.zipcode}
        </span>
        <span>+{address.phone}</span>
      </p>
      <ul className="desk-facts">
        {items.map(({ productId, name, size, quantity }) => (
          <li key={`${productId}:${size}`}>
            <span>
              {name}
              {size === ONE_SIZE ? '' : `, ${size}`}
            </span>
            <strong>× {quantity}</strong>
          </li>
        ))}
      </ul>
      <p className="tax-note">{day.format(placedAt)}</p>
    </article>
  );
}

/** The short id, for a barcode reader at the desk. */
function Barcode({ text }: { text: string }) {
  const { bars, width } = barsOf(text);
  return (
    <svg
      viewBox={`0 0 ${width} 12`}
      preserveAspectRatio="none"
      className="mb-4 h-[15mm] w-[70mm]"
      aria-hidden="true"
    >
      {bars.map((bar) => (
        <rect key={bar.x} x={bar.x} y={0} width={bar.width} height={12} />
      ))}
    </svg>
  );
}
