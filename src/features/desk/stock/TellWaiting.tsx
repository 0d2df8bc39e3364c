import { deskCall } from '../../../client/desk-api.ts';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import type { WireStock } from '../../../contract/desk-stock.ts';
import { deskStockMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { ActionMessage } from '../ActionMessage.tsx';
import { problemOf, useAction } from '../use-action.ts';

/** Emails shoppers who still wait for a size in stock, for example after days without a mail server. */
export function TellWaiting({ row: { productId, size, waiting } }: { row: WireStock }) {
  const { isBusy, problem, said, report, run } = useAction();
  const tell = () =>
    run(() =>
      problemOf(deskCall('stock.tell', { productId, size }), ({ sent, left }) =>
        report(say.told(sent, left)),
      ),
    );
  return (
    <div className="flex flex-col gap-2 pt-3">
      <BusyButton isBusy={isBusy} className="btn btn-secondary" onClick={() => void tell()}>
        {say.tellNow(waiting)}
      </BusyButton>
      <ActionMessage said={said} problem={problem} />
    </div>
  );
}
