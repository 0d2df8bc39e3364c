import { type ChangeEvent, type SubmitEvent, useId, useState } from 'react';
import type { WireStock, WireStockProduct } from '../../../contract/desk-stock.ts';
import { deskStockMessages as say, sizeName } from '../../../contract/messages/desk-stock-and-money.ts';
import { DeskDialog } from '../DeskDialog.tsx';
import { CallProblem } from '../NetworkNotice.tsx';
import { useDraft } from '../use-draft.ts';
import { keyOf, piecesFrom } from './shelf-count.ts';
import { ReasonField } from './ReasonField.tsx';
import { TellWaiting } from './TellWaiting.tsx';
import { StockHistory } from './StockHistory.tsx';
import { useStockChange } from './use-stock-change.ts';

interface Props {
  product: WireStockProduct;
  row: WireStock;
  /** The stock was not what was seen; the row is what it is now. */
  onMoved: (row: WireStock) => void;
  onSaved: (row: WireStock) => void;
  onClose: () => void;
}

/** Sets the pieces for sale of one size. If they have changed meanwhile, it says so and keeps the typed number. */
export function ChangeDialog({ product, row, onMoved, onSaved, onClose }: Props) {
  const [opened] = useState(String(row.pieces));
  const [typed, keepTyped, numberSaved] = useDraft(`${keyOf(row)}:pieces`, opened);
  const [seen, keepSeen, seenSaved] = useDraft(`${keyOf(row)}:seen`);
  const [reason, setReason, reasonSaved] = useDraft(`${keyOf(row)}:reason`);
  const [problem, setProblem] = useState<{ at: 'pieces' | 'reason' | 'call'; text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = useStockChange(false);
  const id = useId();
  const size = sizeName(row.size);
  const problemAt = (place: 'pieces' | 'reason' | 'call') => (problem?.at === place ? problem.text : '');
  // A number that was typed before a reload was meant for the stock of that time.
  const isOld =
    typed !== opened && seen !== '' && Number(seen) !== row.pieces && Number(typed) !== row.pieces;

  function setTyped(text: string): void {
    keepTyped(text);
    keepSeen(String(row.pieces));
  }

  function drop(): void {
    for (const saved of [numberSaved, seenSaved, reasonSaved]) saved();
  }

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const pieces = piecesFrom(typed);
    if (pieces === null) return setProblem({ at: 'pieces', text: say.needNumber });
    if (reason.trim() === '') return setProblem({ at: 'reason', text: say.needReason });
    if (isBusy) return;
    setBusy(true);
    const { productId, pieces: before } = row;
    const rows = [{ productId, size: row.size, seen: before, pieces }];
    const answer = await send(rows, reason);
    setBusy(false);
    if (answer.success) {
      drop();
      return onSaved(answer.rows[0] ?? { ...row, pieces });
    }
    const [now] = answer.code === 'changed' ? (answer.now as WireStock[]) : [];
    setProblem({ at: 'call', text: now ? say.moved(before, now.pieces) : answer.message });
    if (now) onMoved(now);
  }

  return (
    <DeskDialog title={say.changeTitle} onClose={onClose}>
      <p>
        {product.name}, {size}
      </p>
      <form className="flex flex-col gap-4" noValidate onSubmit={(event) => void save(event)}>
        <div className="field">
          <label className="field-label" htmlFor={id}>
            {say.newNumber}
          </label>
          <div className="grid grid-cols-[3rem_minmax(0,8rem)_3rem]">
            <Step by={-1} typed={typed} onStep={setTyped} />
            <input
              id={id}
              className="field-input border-x-0 text-center tabular-nums"
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              value={typed}
              aria-invalid={problem?.at === 'pieces'}
              aria-describedby={`${id}-now`}
              onChange={({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value)}
            />
            <Step by={1} typed={typed} onStep={setTyped} />
          </div>
          <p id={`${id}-now`} className="field-hint">
            {say.present(row.pieces)}
            {row.waiting > 0 && ` ${say.tells(row.waiting)}`}
          </p>
          <p className="field-error">{problemAt('pieces')}</p>
        </div>
        <ReasonField value={reason} problem={problemAt('reason')} onChange={setReason} />
        <CallProblem text={problemAt('call') || (isOld ? say.moved(Number(seen), row.pieces) : '')} />
        <div className="desk-buttons">
          <button type="submit" className="btn btn-primary" aria-busy={isBusy}>
            {say.save}
          </button>
          <button
            type="button"
            className="btn btn-secondary"
            onClick={() => {
              drop();
              onClose();
            }}
          >
            {say.cancel}
          </button>
        </div>
      </form>
      {row.waiting > 0 && row.pieces > 0 && <TellWaiting row={row} />}
      <StockHistory productId={row.productId} size={row.size} />
    </DeskDialog>
  );
}

interface StepProps {
  by: 1 | -1;
  typed: string;
  onStep: (typed: string) => void;
}

function Step({ by, typed, onStep }: StepProps) {
  const now = piecesFrom(typed) ?? 0;
  return (
    <button
      type="button"
      className="icon-button border-muted size-12 border text-[1.25rem]"
      aria-label={by === 1 ? say.oneMore : say.oneLess}
      onClick={() => onStep(String(Math.max(0, now + by)))}
    >
      <span aria-hidden="true">{by === 1 ? '+' : '−'}</span>
    </button>
  );
}
