interface Props {
  /** Null if nothing went wrong. */
  text: string | null;
  onRetry: () => Promise<void>;
  /** Announced here, because no toast says it. */
  isNews?: boolean;
}

export function Problem({ text, onRetry, isNews = false }: Props) {
  if (text === null) return null;
  return (
    <div className="panel mb-6 flex flex-wrap items-center justify-between gap-4">
      <p role={isNews ? 'alert' : undefined}>{text}</p>
      <button type="button" className="btn btn-secondary" onClick={() => void onRetry()}>
        Try again
      </button>
    </div>
  );
}
