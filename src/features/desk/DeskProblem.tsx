import { deskScreenMessages } from '../../contract/messages/desk-screen.ts';

interface Props {
  /** Null if nothing went wrong. */
  text: string | null;
  onRetry: () => Promise<void>;
}

/**
 * A loading error with a retry button. It is no component of the shop: a module that both use becomes a file of its
 * own, which shoppers' pages would fetch.
 */
export function DeskProblem({ text, onRetry }: Props) {
  if (text === null) return null;
  return (
    <div className="panel flex flex-wrap items-center justify-between gap-4">
      <p role="alert">{text}</p>
      <button type="button" className="btn btn-secondary" onClick={() => void onRetry()}>
        {deskScreenMessages.retry}
      </button>
    </div>
  );
}
