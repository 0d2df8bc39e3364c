import { type ChangeEvent, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { downloadText } from '../../../client/download.ts';
import type { DeskReply } from '../../../contract/desk.ts';
import type { WireStock } from '../../../contract/desk-stock.ts';
import { deskStockMessages as say, sizeName } from '../../../contract/messages/desk-stock-and-money.ts';
import { DeskDialog } from '../DeskDialog.tsx';
import { DeskTable } from '../DeskTable.tsx';
import { CallProblem } from '../NetworkNotice.tsx';
import { useDraft } from '../use-draft.ts';
import { useNewest } from '../use-newest.ts';
import { wholeFile } from '../download-in-parts.ts';
import { ReasonField } from './ReasonField.tsx';
import { keyOf } from './shelf-count.ts';
import { useStockChange } from './use-stock-change.ts';

interface Props {
  onDone: (rows: readonly WireStock[]) => void;
  onClose: () => void;
}

/** Exports the stock as a file, and imports a file after showing what it would change. */
export function CsvDialog({ onDone, onClose }: Props) {
  const [checked, setChecked] = useState<DeskReply<'stock.check'> | null>(null);
  const [reason, setReason, reasonSaved] = useDraft('csv:reason', say.csvReason);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = useStockChange(false);
  const begin = useNewest();

  async function download(): Promise<void> {
    const answer = await wholeFile((after: number | undefined) => deskCall('stock.export', { after }));
    setProblem(answer.success ? '' : answer.message);
    if (answer.success) downloadText('stock.csv', answer.csv, 'text/csv');
  }

  async function check(files: FileList | null): Promise<void> {
    const csv = await files?.[0]?.text();
    if (csv === undefined) return;
    // A corrected file may be chosen while this one is checked.
    const isNewest = begin();
    const answer = await deskCall('stock.check', { csv });
    if (!isNewest()) return;
    setProblem(answer.success ? '' : answer.message);
    setChecked(answer.success ? answer : null);
  }

  async function change(): Promise<void> {
    if (!checked || reason.trim() === '' || isBusy) return;
    setBusy(true);
    const rows = checked.rows.map(({ productId, size, seen, pieces }) => ({ productId, size, seen, pieces }));
    const answer = await send(rows, reason);
    setBusy(false);
    if (answer.success) {
      reasonSaved();
      return onDone(answer.rows);
    }
    setProblem(answer.message);
    const now = answer.code === 'changed' ? (answer.now as WireStock[]) : [];
    const pieces = new Map(now.map((row) => [keyOf(row), row.pieces]));
    setChecked({
      ...checked,
      rows: checked.rows.map((row) => ({ ...row, seen: pieces.get(keyOf(row)) ?? row.seen })),
    });
  }

  return (
    <DeskDialog title={say.csvTitle} onClose={onClose}>
      <p className="field-hint">{say.csvHint}</p>
      <div className="desk-buttons">
        <button type="button" className="btn btn-secondary" onClick={() => void download()}>
          {say.csvExport}
        </button>
        <label className="btn btn-secondary">
          {say.csvImport}
          <input
            type="file"
            accept=".csv,text/csv"
            className="visually-hidden"
            onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
              void check(target.files);
              // The same file may be chosen again after it was corrected.
              target.value = '';
            }}
          />
        </label>
      </div>
      <CallProblem text={problem} />
      {checked && checked.same > 0 && <p>{say.csvSame(checked.same)}</p>}
      {checked && checked.rows.length > 0 && (
        <>
          <DeskTable columns={[say.columns.size, say.csvSeen, say.csvPieces]}>
            {checked.rows.map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row">
                  {row.name}, {sizeName(row.size)}
                </th>
                <td>{row.seen}</td>
                <td className="font-semibold">{row.pieces}</td>
              </tr>
            ))}
          </DeskTable>
          <ReasonField
            value={reason}
            problem={reason.trim() === '' ? say.needReason : ''}
            onChange={setReason}
          />
        </>
      )}
      <div className="desk-buttons">
        {checked && checked.rows.length > 0 && (
          <button type="button" className="btn btn-primary" aria-busy={isBusy} onClick={() => void change()}>
            {say.confirm}
          </button>
        )}
        <button type="button" className="btn btn-secondary" onClick={onClose}>
          {say.close}
        </button>
      </div>
    </DeskDialog>
  );
}
