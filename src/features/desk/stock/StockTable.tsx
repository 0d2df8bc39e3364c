import type { ChangeEvent } from 'react';
import type { WireStock, WireStockProduct } from '../../../contract/desk-stock.ts';
import { deskStockMessages as say, sizeName } from '../../../contract/messages/desk-stock-and-money.ts';
import { pictureAddress } from '../../../contract/pictures.ts';
import { LOW_STOCK } from '../../../domain/config.ts';
import { keyOf, piecesFrom, type ShelfCount, shelfOf } from './shelf-count.ts';

interface Props {
  product: WireStockProduct;
  /** Null: the numbers are shown, not counted. */
  count: ShelfCount | null;
  /** Sizes that have changed while they were counted. */
  moved: readonly string[];
  onChoose: (row: WireStock) => void;
  onCount: (row: WireStock, pieces: number | null) => void;
}

const numbers = ['reserved', 'unshipped', 'sold', 'waiting'] as const;

/** A product and its sizes, one row each. */
export function StockTable({ product, count, moved, onChoose, onCount }: Props) {
  return (
    <section className="stock-product">
      <h2 className="border-ink flex items-center gap-3 border-t pt-3 pb-2 font-semibold">
        <img
          className="bg-sunken h-11 w-10 object-cover"
          src={pictureAddress(product.picture, 96)}
          width={40}
          height={44}
          alt=""
          loading="lazy"
        />
        {product.name}
      </h2>
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">{say.columns.size}</th>
            {count ? (
              <>
                <th scope="col">{say.columns.shelf}</th>
                <th scope="col">{say.columns.counted}</th>
              </>
            ) : (
              <>
                <th scope="col">{say.columns.pieces}</th>
                {numbers.map((name) => (
                  <th key={name} scope="col">
                    {say.columns[name]}
                  </th>
                ))}
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {product.sizes.map((row) =>
            count ? (
              <CountRow
                key={row.size}
                row={row}
                name={product.name}
                count={count}
                hasMoved={moved.includes(keyOf(row))}
                onCount={onCount}
              />
            ) : (
              <NumberRow key={row.size} row={row} name={product.name} onChoose={onChoose} />
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}

type NumberRowProps = Pick<Props, 'onChoose'> & { row: WireStock; name: string };

function NumberRow({ row, name, onChoose }: NumberRowProps) {
  const size = sizeName(row.size);
  return (
    <tr>
      <th scope="row">{size}</th>
      <td>
        <button
          type="button"
          className={`decoration-muted min-h-11 min-w-14 px-2 text-right text-base font-semibold underline underline-offset-[0.25em] ${row.pieces <= LOW_STOCK ? 'text-danger' : ''}`}
          aria-label={`${row.pieces}. ${say.change(name, size)}`}
          onClick={() => onChoose(row)}
        >
          {row.pieces}
        </button>
      </td>
      {numbers.map((column) => (
        <td key={column} className={row[column] === 0 ? 'text-muted' : ''}>
          {row[column]}
        </td>
      ))}
    </tr>
  );
}

type CountRowProps = Pick<Props, 'onCount'> & {
  row: WireStock;
  name: string;
  count: ShelfCount;
  hasMoved: boolean;
};

function CountRow({ row, name, count, hasMoved, onCount }: CountRowProps) {
  const counted = count[keyOf(row)];
  const size = sizeName(row.size);
  const isDifferent = counted !== undefined && counted.pieces !== counted.seen;
  return (
    <tr className={hasMoved ? 'stock-moved' : ''}>
      <th scope="row">{size}</th>
      <td>{counted?.seen ?? shelfOf(row)}</td>
      <td>
        <input
          className="field-input data-different:border-accent min-h-11 max-w-24 text-right data-different:font-semibold data-different:[box-shadow:inset_0_0_0_1px_var(--accent)]"
          inputMode="numeric"
          autoComplete="off"
          pattern="[0-9]*"
          maxLength={5}
          aria-label={`${say.columns.counted}: ${name}, ${size}`}
          data-different={isDifferent || undefined}
          value={counted?.pieces ?? ''}
          onChange={({ target }: ChangeEvent<HTMLInputElement>) => onCount(row, piecesFrom(target.value))}
        />
      </td>
    </tr>
  );
}
