interface Props {
  /** What was done; '' before. */
  said: string;
  /** Why it was not; null if nothing failed. */
  problem: string | null;
}

/** The outcome of the last action of a screen, read out by screen readers. */
export function ActionMessage({ said, problem }: Props) {
  return (
    <>
      <p role="status" className="empty:hidden">
        {said}
      </p>
      <p role="alert" className="desk-notice empty:hidden">
        {problem}
      </p>
    </>
  );
}

interface FailureProps {
  /** Nothing is shown without a text. */
  text: string | false | null;
  className?: string;
}

/** Why something failed, read out by screen readers. */
export function FailureText({ text, className = '' }: FailureProps) {
  return (
    <p role="alert" className={`field-error empty:hidden ${className}`}>
      {text}
    </p>
  );
}
