import { useState } from 'react';
import type { WireStock } from '../../../contract/desk-stock.ts';
import { deskStockMessages as say, sizeName } from '../../../contract/messages/desk-stock-and-money.ts';
import { AskFirst } from '../AskFirst.tsx';
import { DeskDialog } from '../DeskDialog.tsx';
import { DeskTable } from '../DeskTable.tsx';
import { CallProblem } from '../NetworkNotice.tsx';
import { useDraft } from '../use-draft.ts';
import { ReasonField } from './ReasonField.tsx';
import { differencesOf, keyOf, rebased, type ShelfCount } from './shelf-count.ts';
import { useStockChange } from './use-stock-change.ts';

interface Props {
  count: ShelfCount;
  /** Scanned codes that are not looked up yet: until then the count is not whole. */
  waiting: readonly string[];
  onCount: (count: ShelfCount) => void;
  onMoved: (sizes: readonly string[], rows: readonly WireStock[]) => void;
  onDone: (rows: readonly WireStock[]) => void;
  /** Called when the count is thrown away. */
  onDiscard: () => void;
  onClose: () => void;
}

/** Shows what a count changes, and makes the change. */
export function CountReview({ count, waiting, onCount, onMoved, onDone, onDiscard, onClose }: Props) {
  const [reason, setReason, reasonSaved] = useDraft('count:reason', say.countReason);
  const [problem, setProblem] = useState('');
  const [moved, setMoved] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const send = useStockChange(true);
  const sizes = differencesOf(count);

  async function confirm(): Promise<void> {
    if (reason.trim() === '' || isBusy) return;
    setBusy(true);
    const rows = sizes.map(({ productId, size, seen, pieces }) => ({ productId, size, seen, pieces }));
    const answer = await send(rows, reason);
    setBusy(false);
    if (answer.success) {
      reasonSaved();
      return onDone(answer.rows);
    }
    if (answer.code !== 'changed') return setProblem(answer.message);
    const now = answer.now as WireStock[];
    const again = rebased(count, now);
    setMoved(again.moved);
    setProblem(say.movedWhileCounting(again.moved.length));
    onMoved(again.moved, now);
    onCount(again.count);
  }

  return (
    <DeskDialog title={say.reviewTitle} onClose={onClose}>
      {sizes.length === 0 && <p>{say.allTheSame}</p>}
      {sizes.length > 0 && (
        <DeskTable columns={[say.columns.size, say.columns.shelf, say.columns.counted, say.difference]}>
          {sizes.map(({ productId, size, name, seen, promised, pieces }) => {
            const key = keyOf({ productId, size });
            return (
              <tr key={key} className={moved.includes(key) ? 'stock-moved' : ''}>
                <th scope="row">
                  {name}, {sizeName(size)}
                  {pieces < promised && (
                    <span className="field-error block">{say.lacking(promised - pieces)}</span>
                  )}
                </th>
                <td>{seen}</td>
                <td>{pieces}</td>
                <td className="font-semibold">{signed(pieces - seen)}</td>
              </tr>
            );
          })}
        </DeskTable>
      )}
      {sizes.length > 0 && (
        <ReasonField
          value={reason}
          problem={reason.trim() === '' ? say.needReason : ''}
          onChange={setReason}
        />
      )}
      <CallProblem text={problem} />
      {waiting.length > 0 && <p className="break-all">{say.scansWait(waiting)}</p>}
      <div className="desk-buttons">
        {sizes.length > 0 && waiting.length === 0 && (
          <button type="button" className="btn btn-primary" aria-busy={isBusy} onClick={() => void confirm()}>
            {say.confirm}
          </button>
        )}
        <button type="button" className="btn btn-secondary" onClick={onClose}>
          {say.close}
        </button>
        {sizes.length === 0 ? (
          <button type="button" className="btn btn-quiet" onClick={onDiscard}>
            {say.countEnd}
          </button>
        ) : (
          <AskFirst
            label={say.discard}
            className="btn btn-quiet"
            question={say.discardSure(Object.keys(count).length)}
            no={say.discardNo}
            yes={say.discardYes}
            isBusy={isBusy}
            act={onDiscard}
          />
        )}
      </div>
    </DeskDialog>
  );
}

function signed(difference: number): string {
  return difference > 0 ? `+${difference}` : String(difference).replace('-', '−');
}
