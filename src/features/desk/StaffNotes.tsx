import { type FormEvent, useId } from 'react';
import { dayAndClock } from '../../components/shop/date-formats.ts';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { type DeskNote, NOTE_LENGTH } from '../../contract/desk-orders.ts';
import { deskOrderMessages as says } from '../../contract/messages/desk-orders.ts';
import { FailureText } from './ActionMessage.tsx';
import { useAction } from './use-action.ts';
import { useDraft } from './use-draft.ts';

interface Props {
  /** What they are about, such as `order:ID`. */
  about: string;
  hint: string;
  notes: readonly DeskNote[];
  /** @returns why it could not be added; null if it was */
  add: (text: string) => Promise<string | null>;
}

/** Notes of staff about an order or a shopper. */
export function StaffNotes({ about, hint, notes, add }: Props) {
  const [text, type, saved] = useDraft(`${about}:note`);
  const { isBusy, problem, run } = useAction();
  const title = useId();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && (await run(() => add(text)))) saved();
  };
  return (
    <section className="flex flex-col gap-3" aria-labelledby={title}>
      <h2 id={title} className="desk-heading">
        {says.sections.notes}
      </h2>
      {notes.length === 0 ? (
        <p className="text-muted text-sm">{says.noNotes}</p>
      ) : (
        <ul>
          {notes.map(({ at, who, text: note }) => (
            <li key={`${at}:${who}`} className="border-line border-b py-2">
              <p className="written break-words whitespace-pre-line">{note}</p>
              <p className="text-muted text-sm break-words">
                {who}, {dayAndClock.format(at)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <form className="flex flex-col gap-3" onSubmit={(event) => void send(event)}>
        <label className="field">
          <span className="field-label">{says.note}</span>
          <textarea
            className="field-input"
            rows={2}
            maxLength={NOTE_LENGTH}
            value={text}
            onChange={({ target }) => type(target.value)}
          />
          <span className="field-hint">{hint}</span>
        </label>
        <BusyButton type="submit" isBusy={isBusy} className="btn btn-secondary">
          {says.addNote}
        </BusyButton>
        <FailureText text={problem} />
      </form>
    </section>
  );
}
