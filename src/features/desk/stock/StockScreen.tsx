import { type ChangeEvent, useEffect, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { writeLocal } from '../../../client/local-storage.ts';
import { Problem } from '../../../components/shop/Problem.tsx';
import {
  type StockFilter,
  stockFilters,
  type WireStock,
  type WireStockProduct,
} from '../../../contract/desk-stock.ts';
import { deskStockMessages as say, sizeName } from '../../../contract/messages/desk-stock-and-money.ts';
import { useProblemText } from '../NetworkNotice.tsx';
import { useNewest } from '../use-newest.ts';
import { useStoredState } from '../use-stored-state.ts';
import { DeskScreen } from '../DeskScreen.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { CountBar, UNREAD_SCANS } from './CountBar.tsx';
import { CsvDialog } from './CsvDialog.tsx';
import { countFrom, type ShelfCount, keyOf, withCounted } from './shelf-count.ts';
import { StockTable } from './StockTable.tsx';

const COUNT = 'taana-desk-count';
/** While somebody types, a search waits this long. */
const TYPING_MS = 250;

interface Chosen {
  product: WireStockProduct;
  row: WireStock;
}

export function StockScreen() {
  return <DeskScreen title={say.title}>{() => <Stock />}</DeskScreen>;
}

/** Every size with its numbers; a tap changes one, and a count changes a shelf. */
function Stock() {
  const [query, setQuery] = useState(queryOfAddress);
  const [products, setProducts] = useState<readonly WireStockProduct[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  /** Why the products, or those from a place on, are not here. */
  const [failure, setFailure] = useState<{ text: string; from: number | undefined } | null>(null);
  const [said, setSaid] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [hasCsv, setHasCsv] = useState(false);
  const [count, keepCount] = useStoredState<ShelfCount | null>(COUNT, storedCount);
  const [isReviewing, setReviewing] = useState(false);
  const [moved, setMoved] = useState<readonly string[]>([]);
  const begin = useNewest();
  const textOf = useProblemText();

  async function load(from?: number): Promise<void> {
    const isNewest = begin();
    const answer = await deskCall('stock.list', { ...query, from });
    if (!isNewest()) return;
    setFailure(answer.success ? null : { text: answer.message, from });
    if (!answer.success) {
      // Products of another search must not stand under this one. A count goes on over those that it shows.
      if (from === undefined && !count) setProducts(null);
      return;
    }
    setProducts((before) => [...(from === undefined ? [] : (before ?? [])), ...answer.products]);
    setNext(answer.next);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new search loads again
  useEffect(() => {
    const asking = setTimeout(() => void load(), products === null ? 0 : TYPING_MS);
    return () => clearTimeout(asking);
  }, [query]);

  function ask(asked: typeof query): void {
    setQuery(asked);
    // What follows the products of another search, also if that is on its way.
    begin();
    setNext(null);
    const address = new URL(location.href);
    for (const [name, value] of Object.entries(asked)) {
      if (value === '' || value === 'all') address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    }
    history.replaceState(history.state, '', address);
  }

  function endCount(): void {
    setReviewing(false);
    setMoved([]);
    keepCount(null);
    writeLocal(UNREAD_SCANS, null);
  }

  /** Shows the new numbers of these sizes in their rows. */
  function refresh(rows: readonly WireStock[]): void {
    const fresh = new Map(rows.map((row) => [keyOf(row), row]));
    setProducts(
      (before) =>
        before?.map((product) => ({
          ...product,
          sizes: product.sizes.map((row) => fresh.get(keyOf(row)) ?? row),
        })) ?? null,
    );
  }

  return (
    <>
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
        <label className="field">
          <span className="field-label">{say.search}</span>
          <input
            type="search"
            className="field-input"
            data-desk-search
            value={query.search}
            aria-describedby="stock-search-hint"
            onChange={({ target }: ChangeEvent<HTMLInputElement>) => ask({ ...query, search: target.value })}
          />
          <span id="stock-search-hint" className="field-hint">
            {say.searchHint}
          </span>
        </label>
        <div className="flex flex-wrap gap-2 md:pt-6">
          <button
            type="button"
            className={`btn ${count ? 'btn-primary' : 'btn-secondary'}`}
            aria-pressed={count !== null}
            onClick={() => {
              setSaid('');
              // A count with entries ends only by a choice in the review.
              if (count && Object.keys(count).length > 0) setReviewing(true);
              else if (count) endCount();
              else keepCount({});
            }}
          >
            {count ? say.countEnd : say.count}
          </button>
          <button type="button" className="btn btn-secondary" onClick={() => setHasCsv(true)}>
            {say.csv}
          </button>
        </div>
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="visually-hidden">{say.filterLabel}</legend>
        {stockFilters.map((only) => (
          <label key={only}>
            <input
              type="radio"
              name="only"
              className="peer visually-hidden"
              checked={query.only === only}
              onChange={() => ask({ ...query, only })}
            />
            <span className="border-line peer-checked:border-ink peer-checked:bg-ink peer-checked:text-paper peer-focus-visible:outline-accent inline-flex min-h-11 cursor-pointer items-center border px-3 text-[0.875rem] font-semibold peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2">
              {say.filters[only]}
            </span>
          </label>
        ))}
      </fieldset>

      {count && <p className="field-hint">{say.countHint}</p>}
      {products?.length === 0 && <p className="panel">{say.nothingFound}</p>}
      <div className="grid gap-x-10 gap-y-6 xl:grid-cols-2 xl:items-start">
        {products?.map((product) => (
          <StockTable
            key={product.id}
            product={product}
            count={count}
            moved={moved}
            onChoose={(row) => {
              setSaid('');
              setChosen({ product, row });
            }}
            onCount={(row, pieces) => keepCount(withCounted(count ?? {}, row, product.name, pieces))}
          />
        ))}
      </div>
      {next !== null && (
        <button type="button" className="btn btn-secondary w-full" onClick={() => void load(next)}>
          {say.more}
        </button>
      )}

      {/* At the lower edge, because the changed row may be far below the top. */}
      <div className="sticky bottom-(--desk-bar) z-10 mt-auto lg:bottom-0">
        <p role="status" className="desk-thumb font-semibold empty:hidden">
          {said}
        </p>
        <div className="desk-thumb empty:hidden">
          <Problem isNews text={failure && textOf(failure.text)} onRetry={() => load(failure?.from)} />
        </div>
        {count && (
          <CountBar
            count={count}
            products={products ?? []}
            isReviewing={isReviewing}
            setReviewing={setReviewing}
            onDiscard={endCount}
            onCount={keepCount}
            onMoved={(sizes, rows) => {
              setMoved(sizes);
              refresh(rows);
            }}
            onDone={(rows) => {
              refresh(rows);
              endCount();
              setSaid(say.countSaved(rows.length));
            }}
          />
        )}
      </div>
      {chosen && (
        <ChangeDialog
          {...chosen}
          onMoved={(row) => {
            refresh([row]);
            // Another size may have been opened meanwhile, or none.
            setChosen((now) => (now === chosen ? { ...chosen, row } : now));
          }}
          onSaved={(row) => {
            refresh([row]);
            setChosen((now) => (now === chosen ? null : now));
            setSaid(say.saved(chosen.product.name, sizeName(row.size), row.pieces));
          }}
          onClose={() => setChosen(null)}
        />
      )}
      {hasCsv && (
        <CsvDialog
          onDone={(rows) => {
            refresh(rows);
            setHasCsv(false);
            setSaid(say.countSaved(rows.length));
          }}
          onClose={() => setHasCsv(false)}
        />
      )}
    </>
  );
}

function queryOfAddress(): { search: string; only: StockFilter } {
  const query = new URLSearchParams(typeof location === 'object' ? location.search : '');
  const only = stockFilters.find((each) => each === query.get('only'));
  return { search: query.get('search') ?? '', only: only ?? 'all' };
}

function storedCount(stored: unknown): ShelfCount | null {
  return stored === undefined ? null : countFrom(stored);
}
