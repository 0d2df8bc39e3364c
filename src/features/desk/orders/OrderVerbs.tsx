import { useEffect, useRef, useState } from 'react';
import type { DeskOrder, OrderVerb } from '../../../contract/desk-orders.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import type { OrderState } from './use-order.ts';
import { useProblemText } from '../NetworkNotice.tsx';
import { useIsOver } from '../use-is-over.ts';
import { VerbForm } from './VerbForm.tsx';

/** Verbs that one tap runs. A wrong tap can be undone, or the verb is the only way on. */
const plain: readonly OrderVerb[] = ['pack', 'undo', 'askReturn', 'endReturn'];
const first: readonly OrderVerb[] = ['undo', 'pack', 'ship', 'deliver', 'release', 'refundAgain'];

/** What can be done with the order now: the next step large at the thumb, the rest beside it. */
export function OrderVerbs({ order, state }: { order: DeskOrder; state: OrderState }) {
  const [open, setOpen] = useState<OrderVerb | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const can = useVerbs(order);
  const [verbs, rest] = [
    first.filter((verb) => can.includes(verb)),
    can.filter((verb) => !first.includes(verb)),
  ];
  const last = verbs.at(-1) ?? null;
  // After shipping, delivery is not the next step; undoing is none either.
  const next = last === 'undo' || (last === 'deliver' && can.includes('undo')) ? null : last;
  const left = useRef<OrderVerb | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other buttons
  useEffect(() => {
    if (open !== null || left.current === null) return;
    const button = (selector: string) => bar.current?.querySelector<HTMLElement>(selector);
    // The form or button that had the focus is gone. The focus goes to the verb's button, or to the next step.
    if (document.activeElement === document.body) {
      (
        button(`[data-verb="${left.current}"]`) ??
        button('.btn-primary') ??
        button('.btn:last-child')
      )?.focus();
    }
    left.current = null;
  }, [open, order.version, can.length]);
  if (open && can.includes(open)) {
    return (
      <div className="desk-thumb">
        <OrderOutcome state={state} />
        <VerbForm verb={open} order={order} state={state} close={() => setOpen(null)} />
      </div>
    );
  }
  const act = (verb: OrderVerb) => {
    left.current = verb;
    if (plain.includes(verb)) void state.make(verb, {} as never);
    else setOpen(verb);
  };
  return (
    <div ref={bar} className="desk-thumb">
      <OrderOutcome state={state} />
      {[...rest, ...verbs].map((verb) => (
        <button
          key={verb}
          type="button"
          data-verb={verb}
          className={verb === next ? 'btn btn-primary' : 'btn btn-secondary'}
          aria-disabled={state.isBusy}
          aria-busy={state.isBusy && verb === next}
          onClick={() => act(verb)}
        >
          {says.verbs[verb]}
        </button>
      ))}
    </div>
  );
}

/** The result of the last step. It stands at the lower edge, because the top of an order may be far away. */
function OrderOutcome({ state: { outcome, problem } }: { state: OrderState }) {
  const textOf = useProblemText();
  return (
    <>
      <div role="status" className="w-full empty:hidden">
        {outcome.map((sentence) => (
          <p key={sentence} className="desk-outcome">
            {sentence}
          </p>
        ))}
      </div>
      <p role="alert" className="desk-notice w-full empty:hidden">
        {problem && textOf(problem)}
      </p>
    </>
  );
}

/** The verbs of the order, without `undo` once its time is over. */
function useVerbs(order: DeskOrder): readonly OrderVerb[] {
  return useIsOver(order.undoLeftMs, order) ? order.can.filter((verb) => verb !== 'undo') : order.can;
}
