import { textsFrom } from '../../../client/tab-storage.ts';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { ONE_SIZE } from '../../../domain/product.ts';
import { batchKeys, canBePacked } from '../batch.ts';
import { PieceImage } from '../orders/OrderPieces.tsx';
import { useStoredState } from '../use-stored-state.ts';
import { isPicked, type Pick, pickListOf, withTick } from './pick-list.ts';
import { ProblemsOfOrders } from './ProblemsOfOrders.tsx';
import type { BatchOrders } from './use-batch-orders.ts';

/** What to take from the shelves. A tick is kept until the batch ends. */
export function PickStep({ batch, next }: { batch: BatchOrders; next: () => void }) {
  const [ticks, keepTicks] = useStoredState<readonly string[]>(batchKeys.picked, textsFrom);
  const orders = (batch.orders ?? []).filter(canBePacked);
  const open = orders.filter(({ can }) => can.includes('pack'));
  const start = async () => {
    const steps = open.map((order) => ({ order }));
    const done = steps.length === 0 ? 0 : await batch.move('pack', steps);
    if (done === steps.length) next();
  };
  return (
    <section aria-labelledby="desk-picks">
      <h2 id="desk-picks" className="desk-heading">
        {says.pickTitle}
      </h2>
      <ul>
        {pickListOf(orders).map((pick) => (
          <li key={pick.key}>
            <PickLine
              pick={pick}
              hasTick={isPicked(pick, ticks)}
              tick={(isWanted) => keepTicks(withTick(ticks, pick, isWanted))}
            />
          </li>
        ))}
      </ul>
      <div className="desk-thumb">
        <ProblemsOfOrders problems={batch.problems} />
        <BusyButton isBusy={batch.isBusy} className="btn btn-primary" onClick={() => void start()}>
          {open.length > 0 ? says.startPacking(open.length) : says.steps.print}
        </BusyButton>
      </div>
    </section>
  );
}

interface LineProps {
  pick: Pick;
  hasTick: boolean;
  tick: (isWanted: boolean) => void;
}

function PickLine({ pick: { name, size, picture, quantity, orders }, hasTick, tick }: LineProps) {
  const label = says.picked(name, size === ONE_SIZE ? '' : size);
  return (
    <label className="desk-piece" data-picked={hasTick || undefined}>
      {picture === '' ? <span className="desk-picture bg-sunken" /> : <PieceImage picture={picture} />}
      <span>
        <span className="block font-semibold">{name}</span>
        <span className="block text-lg">{size === ONE_SIZE ? '' : size}</span>
        <span className="text-muted block text-sm tabular-nums">
          {orders.map(({ id, quantity: own }) => shortOrderId(id) + (own > 1 ? ` × ${own}` : '')).join(', ')}
        </span>
      </span>
      <span className="text-[1.25rem] font-bold tabular-nums">× {quantity}</span>
      <input
        type="checkbox"
        aria-label={label}
        checked={hasTick}
        onChange={({ target }) => tick(target.checked)}
      />
    </label>
  );
}
