import { linePictureOf } from '../../components/shop/cart-line.ts';
import { cartPageMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { formatListPrice } from '../../domain/money.ts';
import type { CartRow } from '../../stores/cart/cart-rows.ts';
import { quantityTextOf, sizeTextOf } from './summary.ts';

/** The items of the order, line by line. first-screen.ts fills the same markup before React: change both. */
export function SummaryLines({ rows }: { rows: readonly CartRow[] }) {
  return (
    <ul className="border-ink border-t">
      {rows.map((row) => (
        <SummaryLine key={`${row.productId}/${row.size}`} row={row} />
      ))}
    </ul>
  );
}

function SummaryLine({ row }: { row: CartRow }) {
  const { product, quantity, problem } = row;
  return (
    <li className="border-line grid grid-cols-[4rem_minmax(0,1fr)_auto] gap-3 border-b py-3">
      {product ? (
        <img
          src={linePictureOf(product)}
          width={320}
          height={352}
          alt=""
          className="bg-sunken aspect-[1/1.1] w-full object-cover"
        />
      ) : (
        <div className="skeleton aspect-[1/1.1] w-full" />
      )}
      <div>
        <p className="leading-tight font-semibold break-words" data-part="name">
          {product?.name ?? (problem ? cartPageMessages.goneName : '…')}
        </p>
        <p className="text-muted flex flex-wrap gap-x-4 text-sm">
          <span data-part="quantity">{quantityTextOf(row)}</span>
          <span data-part="size">{sizeTextOf(row)}</span>
        </p>
        <p className="field-error empty:hidden" data-part="problem">
          {problem ?? ''}
        </p>
      </div>
      {product && (
        <p className="text-sm tabular-nums" data-part="price">
          {formatListPrice(product.pricePaise * quantity)}
        </p>
      )}
    </li>
  );
}
