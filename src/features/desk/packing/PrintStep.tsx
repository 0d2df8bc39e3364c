import { useEffect, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { InvoiceSheets } from '../../../components/shop/InvoiceSheets.tsx';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import type { DeskSlip } from '../../../contract/desk-orders.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { brand } from '../../../domain/config.ts';
import { FailureText } from '../ActionMessage.tsx';
import { useProblemText } from '../NetworkNotice.tsx';
import { problemOf, useAction } from '../use-action.ts';
import { PackingSlip } from './PackingSlip.tsx';
import { ProblemsOfOrders } from './ProblemsOfOrders.tsx';
import { UndoAll } from './UndoAll.tsx';
import type { BatchOrders } from './use-batch-orders.ts';

/** Every parcel's slip and invoice, in one print. */
export function PrintStep({ batch, pick, next }: { batch: BatchOrders; pick: () => void; next: () => void }) {
  const [slips, setSlips] = useState<readonly DeskSlip[]>([]);
  const { isBusy, problem, run } = useAction();
  const textOf = useProblemText();
  const issued = slips.filter(({ invoice }) => invoice !== null).length;
  const orders = (batch.orders ?? []).filter(({ status }) => status !== 'Cancelled');

  const fetchSlips = () =>
    problemOf(deskCall('packing.print', { ids: orders.map(({ id }) => id) }), (reply) => {
      setSlips(reply.slips);
      // An issued invoice makes another version of its order.
      return batch.load();
    });
  useEffect(() => {
    if (slips.length > 0) print();
  }, [slips]);

  return (
    <section aria-labelledby="desk-print">
      <h2 id="desk-print" className="desk-heading">
        {says.steps.print}
      </h2>
      <p>{says.printHint}</p>
      <div className="desk-sheets">
        {slips.map(({ order, invoice }) => (
          <div key={order.id}>
            <PackingSlip order={order} />
            {invoice ? (
              <InvoiceSheets shopName={brand.name} invoice={invoice} />
            ) : (
              <p className="desk-no-print text-muted">{says.invoiceMissing}</p>
            )}
          </div>
        ))}
      </div>
      <div className="desk-thumb">
        <FailureText text={problem && textOf(problem)} className="w-full" />
        <p role="status" className="w-full empty:hidden">
          {issued > 0 && says.printedCount(issued)}
        </p>
        <ProblemsOfOrders problems={batch.problems} />
        <UndoAll batch={batch} status="Processing" onUndone={(count) => count > 0 && pick()} />
        <BusyButton isBusy={isBusy} className="btn btn-secondary" onClick={() => void run(fetchSlips)}>
          {says.print}
        </BusyButton>
        <button type="button" className="btn btn-primary" onClick={next}>
          {says.steps.ship}
        </button>
      </div>
    </section>
  );
}
