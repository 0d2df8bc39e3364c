import type { StepTexts } from './order-texts.ts';

/** The progress of an order, drawn as a seam that is sewn up to the current step. */
export function OrderSteps({ steps, label }: { steps: readonly StepTexts[]; label: string }) {
  return (
    <ol className="seam w-full" aria-label={label}>
      {steps.map(({ status, state, isEnded, current, notYet, at, on }) => (
        <li
          key={status}
          data-each="steps"
          data-state={state}
          data-ended={isEnded}
          // A marker in the template.
          aria-current={(current as 'step') || undefined}
        >
          <span className="seam-name">{status}</span>
          {notYet && (
            <span className="visually-hidden" data-if="notYet">
              {notYet}
            </span>
          )}
          {at && (
            <time dateTime={at} data-if="at">
              {on}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}
