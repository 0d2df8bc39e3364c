import { useStore } from '@nanostores/react';
import { cartPageMessages } from '../../contract/messages/cart-page.ts';
import { orderMessages } from '../../contract/messages/order.ts';
import { CodeField } from '../../components/shop/CodeField.tsx';
import { pictureAddress } from '../../contract/pictures.ts';
import { totalsOf } from '../../domain/line-items.ts';
import { formatListPrice } from '../../domain/money.ts';
import { ONE_SIZE } from '../../domain/product.ts';
import { $totals, type CartRow } from '../../stores/cart-rows.ts';

const nothing = totalsOf([]);

/** What is about to be ordered and what it costs. */
export function OrderSummary({ rows, isFixed }: { rows: readonly CartRow[]; isFixed: boolean }) {
  const totals = useStore($totals, { ssr: () => nothing });
  const isKnown = isPriced(rows);
  return (
    <section aria-labelledby="summary-heading">
      <h2 id="summary-heading" className="display pb-5 text-3xl">
        Your order
      </h2>
      {rows.length === 0 ? (
        <div className="skeleton h-48" role="status">
          <span className="visually-hidden">Loading your cart</span>
        </div>
      ) : (
        <ul className="border-ink border-t">
          {rows.map((row) => (
            <SummaryLine key={`${row.productId}/${row.size}`} row={row} />
          ))}
        </ul>
      )}
      <dl className="flex flex-col gap-2 pt-4 tabular-nums">
        <Amount name="Subtotal" paise={isKnown ? totals.subtotalPaise : null} />
      </dl>
      <div className="py-2 tabular-nums">
        <CodeField paise={isKnown ? totals.discountPaise : null} isFixed={isFixed} />
      </div>
      <dl className="flex flex-col gap-2 tabular-nums">
        <Amount name="Shipping fee" paise={isKnown ? totals.feePaise : null} />
        <div className="border-line flex items-baseline justify-between border-t pt-3">
          <dt className="eyebrow">Total</dt>
          <dd className="text-xl font-bold">{isKnown ? formatListPrice(totals.totalPaise) : '…'}</dd>
        </div>
      </dl>
      <p className="text-muted pt-2 text-sm">{orderMessages.taxNote}</p>
    </section>
  );
}

/** The total once more, beside PLACE ORDER where the summary may be out of sight. */
export function OrderTotal({ rows }: { rows: readonly CartRow[] }) {
  const { totalPaise } = useStore($totals, { ssr: () => nothing });
  return (
    <p className="action-bar-total" aria-hidden="true">
      <span className="eyebrow">Total</span>
      <strong>{isPriced(rows) ? formatListPrice(totalPaise) : '…'}</strong>
    </p>
  );
}

function isPriced(rows: readonly CartRow[]): boolean {
  return rows.length > 0 && rows.every((row) => row.product !== null || row.problem !== null);
}

function Amount({ name, paise }: { name: string; paise: number | null }) {
  return (
    <div className="flex justify-between">
      <dt>{name}</dt>
      <dd>{paise === null ? '…' : formatListPrice(paise)}</dd>
    </div>
  );
}

function SummaryLine({ row: { product, size, quantity, problem } }: { row: CartRow }) {
  return (
    <li className="border-line grid grid-cols-[4rem_minmax(0,1fr)_auto] gap-3 border-b py-3">
      {product ? (
        <img
          src={pictureAddress(product.picture, 320)}
          width={320}
          height={352}
          alt=""
          className="bg-sunken aspect-[1/1.1] w-full object-cover"
        />
      ) : (
        <div className="skeleton aspect-[1/1.1] w-full" />
      )}
      <div>
        <p className="leading-tight font-semibold break-words">
          {product?.name ?? (problem ? cartPageMessages.goneName : '…')}
        </p>
        <p className="text-muted text-sm">
          Quantity: {quantity} {size !== ONE_SIZE && <span className="pl-3">Size: {size}</span>}
        </p>
        {problem && <p className="field-error">{problem}</p>}
      </div>
      {product && <p className="text-sm tabular-nums">{formatListPrice(product.pricePaise * quantity)}</p>}
    </li>
  );
}
