import { useEffect, useRef } from 'react';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { batchKeys, endBatch } from '../batch.ts';
import { useStoredState } from '../use-stored-state.ts';
import { Problem } from '../../../components/shop/Problem.tsx';
import { DeskScreen } from '../DeskScreen.tsx';
import { PickStep } from './PickStep.tsx';
import { PrintStep } from './PrintStep.tsx';
import { ShipStep } from './ShipStep.tsx';
import { type BatchOrders, useBatchOrders } from './use-batch-orders.ts';

const steps = ['pick', 'print', 'ship'] as const;
type StepName = (typeof steps)[number];

/** A batch of orders: pick, print, ship. */
export function PackingScreen() {
  return <DeskScreen title={says.packing}>{() => <Batch />}</DeskScreen>;
}

function Batch() {
  const batch = useBatchOrders();
  const { orders, problem, load } = batch;
  if (orders === null) {
    return problem === null ? (
      <div className="skeleton h-96" />
    ) : (
      <Problem isNews text={problem} onRetry={load} />
    );
  }
  if (orders.length === 0) {
    return (
      <div className="flex flex-col items-start gap-4">
        <p>{says.packingEmpty}</p>
        <a className="btn btn-primary" href={`${deskPaths.orders}?tab=pack`}>
          {says.toPack}
        </a>
      </div>
    );
  }
  return <Steps batch={batch} />;
}

function Steps({ batch }: { batch: BatchOrders }) {
  const [step, setStep] = useStoredState<StepName>(
    batchKeys.step,
    (stored) => steps.find((each) => each === stored) ?? 'pick',
  );
  const tabs = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The button that led here is gone, and the focus with it.
    if (document.activeElement !== document.body) return;
    tabs.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus({ preventScroll: true });
  }, [step]);
  const go = (to: StepName) => {
    setStep(to);
    scrollTo({ top: 0 });
  };
  const end = () => {
    endBatch();
    location.assign(`${deskPaths.orders}?tab=pack`);
  };
  return (
    <div className="desk-packing max-w-4xl">
      <fieldset ref={tabs} className="desk-tabs">
        <legend className="visually-hidden">{says.packing}</legend>
        {steps.map((each) => (
          <button
            key={each}
            type="button"
            className="desk-tab"
            aria-pressed={step === each}
            onClick={() => go(each)}
          >
            {says.steps[each]}
          </button>
        ))}
      </fieldset>
      <Problem isNews text={batch.problem} onRetry={batch.load} />
      {step === 'pick' && <PickStep batch={batch} next={() => go('print')} />}
      {step === 'print' && <PrintStep batch={batch} pick={() => go('pick')} next={() => go('ship')} />}
      {step === 'ship' && <ShipStep batch={batch} pick={() => go('pick')} end={end} />}
    </div>
  );
}
