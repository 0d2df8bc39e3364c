import type { DeskOrder } from '../../../contract/desk-orders.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { pictureAddress } from '../../../contract/pictures.ts';
import { formatPrice } from '../../../domain/money.ts';
import { ONE_SIZE } from '../../../domain/product.ts';

/** The pieces of an order, with pictures, so that nobody packs the wrong one. */
export function OrderPieces({ order: { items, money } }: { order: DeskOrder }) {
  return (
    <section aria-labelledby="desk-pieces">
      <h2 id="desk-pieces" className="desk-heading">
        {says.sections.pieces}
      </h2>
      <ul>
        {items.map(({ productId, name, size, quantity, picture }, line) => (
          <li key={`${productId}:${size}`} className="desk-piece">
            {picture === '' ? <span className="bg-sunken" /> : <PieceImage picture={picture} />}
            <span>
              <span className="block font-semibold">{name}</span>
              {size !== ONE_SIZE && <span>{size}</span>}
              <AlreadyRefunded count={money?.refundedPieces[line] ?? 0} />
            </span>
            <span className="text-[1.25rem] font-bold tabular-nums">× {quantity}</span>
            {money && (
              <span className="tabular-nums">{formatPrice((money.prices[line] ?? 0) * quantity)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many pieces of a line have been refunded; nothing if none. */
export function AlreadyRefunded({ count }: { count: number }) {
  return count === 0 ? null : <span className="text-muted block text-sm">{says.refundedPieces(count)}</span>;
}

export function PieceImage({ picture }: { picture: string }) {
  return (
    <img
      src={pictureAddress(picture, 240)}
      width={240}
      height={264}
      alt=""
      loading="lazy"
      className="desk-picture"
    />
  );
}
