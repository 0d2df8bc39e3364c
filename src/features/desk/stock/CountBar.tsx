import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { textsFrom } from '../../../client/tab-storage.ts';
import type { WireStock, WireStockProduct } from '../../../contract/desk-stock.ts';
import { deskStockMessages as say, sizeName } from '../../../contract/messages/desk-stock-and-money.ts';
import { CameraScanner } from '../CameraScanner.tsx';
import { useDraft } from '../use-draft.ts';
import { useStoredState } from '../use-stored-state.ts';
import { useScansHere } from '../use-scan.ts';
import { CountReview } from './CountReview.tsx';
import { differencesOf, keyOf, scannedSize, type ShelfCount, withCounted } from './shelf-count.ts';

interface Props {
  count: ShelfCount;
  /** The products on the screen. */
  products: readonly WireStockProduct[];
  onCount: (count: ShelfCount) => void;
  onMoved: (sizes: readonly string[], rows: readonly WireStock[]) => void;
  onDone: (rows: readonly WireStock[]) => void;
  onDiscard: () => void;
  isReviewing: boolean;
  setReviewing: (isOpen: boolean) => void;
}

/** Where codes wait in local storage that could not be looked up without a network. */
export const UNREAD_SCANS = 'taana-desk-unread-scans';

/** The count in progress, at the lower edge: a field for a scanner, what differs, and the way to change it. */
export function CountBar({ count, products, isReviewing, setReviewing, onCount, ...ends }: Props) {
  const [typed, setTyped, scanned] = useDraft('count:scan');
  const [said, setSaid] = useState('');
  const [waiting, keepWaiting] = useStoredState<readonly string[]>(UNREAD_SCANS, textsFrom);

  // A reader is faster than a render: two codes must not both start from the same count.
  const latest = useRef(count);
  latest.current = count;
  const scans = useRef(waiting);
  scans.current = waiting;
  const wait = (codes: readonly string[]): void => {
    scans.current = codes;
    keepWaiting(codes);
  };
  useScansHere((code) => void add(code));

  async function add(code: string): Promise<void> {
    const { productId, size } = scannedSize(code);
    const elsewhere = products.some(({ id }) => id === productId)
      ? null
      : await deskCall('stock.list', { search: productId });
    // Without a network the size is not known, and the next scan may come at once.
    if (elsewhere?.success === false) {
      wait([...scans.current, code.trim()]);
      return setSaid(elsewhere.message);
    }
    // Of a product that is not on the screen, only its exact id counts.
    const product = (elsewhere?.products ?? products).find(({ id }) => id === productId);
    const sizes = product?.sizes ?? [];
    const row = size === null && sizes.length === 1 ? sizes[0] : sizes.find((each) => sameSize(each, size));
    if (!product || !row) return setSaid(say.scanUnknown(code.trim()));
    const pieces = (latest.current[keyOf(row)]?.pieces ?? 0) + 1;
    latest.current = withCounted(latest.current, row, product.name, pieces);
    onCount(latest.current);
    setSaid(say.scanned(product.name, sizeName(row.size), pieces));
  }

  async function lookUp(): Promise<void> {
    const codes = scans.current;
    wait([]);
    for (const code of codes) await add(code);
  }
  useEffect(() => {
    const again = () => void lookUp();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  });

  function scan(event: SubmitEvent): void {
    event.preventDefault();
    scanned();
    if (typed.trim() !== '') void add(typed);
  }

  return (
    <section
      className="border-ink bg-paper -mx-4 flex flex-col gap-2 border-t px-4 py-3"
      aria-label={say.count}
    >
      <div className="flex flex-wrap items-end gap-2 [&>:is(p,figure)]:basis-full">
        <form className="flex-1" onSubmit={scan}>
          <label className="field">
            <span className="field-label">{say.scan}</span>
            <input
              className="field-input"
              data-takes-scans
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              placeholder={say.scanHint}
              onChange={({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value)}
            />
          </label>
        </form>
        <CameraScanner found={(code) => void add(code)} />
      </div>
      {waiting.length > 0 && (
        <div className="flex items-center justify-between gap-4">
          <p className="break-all">{say.scansWait(waiting)}</p>
          <button type="button" className="btn btn-secondary" onClick={() => void lookUp()}>
            {say.lookUp}
          </button>
        </div>
      )}
      <div className="flex items-center justify-between gap-4">
        <p role="status">
          {said === '' ? say.countedOf(Object.keys(count).length, differencesOf(count).length) : said}
        </p>
        <button
          type="button"
          className="btn btn-primary"
          disabled={Object.keys(count).length === 0}
          onClick={() => setReviewing(true)}
        >
          {say.review}
        </button>
      </div>
      {isReviewing && (
        <CountReview
          count={count}
          waiting={waiting}
          onCount={onCount}
          {...ends}
          onClose={() => setReviewing(false)}
        />
      )}
    </section>
  );
}

function sameSize({ size }: WireStock, typed: string | null): boolean {
  return typed !== null && size.toLowerCase() === typed.toLowerCase();
}
