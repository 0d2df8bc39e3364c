import { useState } from 'react';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { useDraft } from '../use-draft.ts';
import { trackingFrom } from './tracking-lines.ts';

interface Props {
  /** The parcels without a number, in sequence. */
  ids: readonly string[];
  fill: (numbers: Record<string, string>) => void;
}

/** A column of tracking numbers from the courier's list. */
export function PasteNumbers({ ids, fill }: Props) {
  const [text, type, saved] = useDraft('tracking-column');
  const [left, setLeft] = useState(0);
  const take = () => {
    const pasted = trackingFrom(text, ids);
    fill(pasted.numbers);
    setLeft(pasted.left);
    saved();
  };
  return (
    <details className="desk-filters">
      <summary>{says.paste}</summary>
      <div className="flex flex-col gap-3 pb-4">
        <label className="field">
          <span className="field-hint">{says.pasteHint}</span>
          <textarea
            className="field-input"
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
      <p role="status">{left > 0 && says.pasteLeft(left)}</p>
    </details>
  );
}
