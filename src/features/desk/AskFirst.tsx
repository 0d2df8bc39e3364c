import { useState } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';

interface Props {
  /** The text of the button. */
  label: string;
  /** Its name for screen readers, if the text alone does not say what it is about. */
  name?: string;
  /** Of the button before the question. */
  className: string;
  question?: string;
  /** The answers. */
  no: string;
  yes: string;
  isBusy: boolean;
  act: () => unknown;
}

/** Focuses a button that has replaced the tapped one. */
const takeFocus = (button: HTMLElement | null): void => button?.focus();

/** A button that asks before it acts. */
export function AskFirst({ label, name = label, className, question, no, yes, isBusy, act }: Props) {
  /** Null before the first question; false after an answer. */
  const [isAsking, setAsking] = useState<boolean | null>(null);
  if (!isAsking) {
    return (
      <button
        ref={isAsking === false ? takeFocus : null}
        type="button"
        className={className}
        aria-label={name}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
    );
  }
  const answerYes = async () => {
    await act();
    setAsking(false);
  };
  return (
    <div role="group" aria-label={name} className="flex flex-col gap-2">
      {question && <p role="alert">{question}</p>}
      <div className="desk-buttons">
        {/* Comes first, because a second tap on the same spot must do nothing. */}
        <button ref={takeFocus} type="button" className="btn btn-secondary" onClick={() => setAsking(false)}>
          {no}
        </button>
        <BusyButton isBusy={isBusy} className="btn btn-primary" onClick={() => void answerYes()}>
          {yes}
        </BusyButton>
      </div>
    </div>
  );
}
