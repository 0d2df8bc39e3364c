import { useState } from 'react';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { useDraft } from '../use-draft.ts';
import { trackingFrom } from './tracking-lines.ts';

interface Props {
  /** The parcels without a number, in sequence. */
  ids: readonly string[];
  /** The numbers of other parcels. */
  taken: readonly string[];
  fill: (numbers: Record<string, string>) => void;
}

/** A column of tracking numbers from the courier's list. */
export function PasteNumbers({ ids, taken, fill }: Props) {
  const [text, type] = useDraft('tracking-column');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const take = () => {
    const { numbers, left, repeated } = trackingFrom(text, ids, taken);
    fill(numbers);
    setProblems([
      ...(left.length > 0 ? [says.pasteLeft(left)] : []),
      ...(repeated.length > 0 ? [says.pasteRepeated(repeated)] : []),
    ]);
    // What fits no parcel stays, to be corrected.
    type(left.join('\n'));
  };
  return (
    <details className="desk-filters">
      <summary>{says.paste}</summary>
      <div className="flex flex-col gap-3 pb-4">
        <label className="field">
          <span className="field-hint">{says.pasteHint}</span>
          <textarea
            className="field-input"
            data-takes-scans
            rows={4}
            aria-label={says.paste}
            value={text}
            onChange={({ target }) => type(target.value)}
          />
        </label>
        <button type="button" className="btn btn-secondary" onClick={take}>
          {says.pasteTake}
        </button>
      </div>
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem} className="field-error break-words">
            {problem}
          </p>
        ))}
      </div>
    </details>
  );
}
