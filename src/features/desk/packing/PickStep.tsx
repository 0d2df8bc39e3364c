import { useState } from 'react';
import { parseStored, readTab, textsFrom, writeTab } from '../../../client/tab-storage.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { pictureAddress } from '../../../contract/pictures.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { ONE_SIZE } from '../../../domain/product.ts';
import { type Pick, pickListOf } from './pick-list.ts';
import { ProblemsOfOrders } from './ProblemsOfOrders.tsx';
import type { BatchOrders } from './use-batch-orders.ts';

const PICKED_KEY = 'taana-desk-picked';

/** What to take from the shelves. A tick is kept in this tab. */
export function PickStep({ batch, next }: { batch: BatchOrders; next: () => void }) {
  const [picked, setPicked] = useState<readonly string[]>(() => textsFrom(parseStored(readTab(PICKED_KEY))));
  const orders = (batch.orders ?? []).filter(({ status }) => ['Order Placed', 'Processing'].includes(status));
  const open = orders.filter(({ can }) => can.includes('pack'));
  const tick = (key: string, isPicked: boolean) => {
    const now = isPicked ? [...picked, key] : picked.filter((each) => each !== key);
    setPicked(now);
    writeTab(PICKED_KEY, JSON.stringify(now));
  };
  const start = async () => {
    if (
      open.length > 0 &&
      (await batch.move(
        'pack',
        open.map((order) => ({ order })),
      )) < open.length
    )
      return;
    next();
  };
  return (
    <section aria-labelledby="desk-picks">
      <h2 id="desk-picks" className="desk-heading">
        {says.pickTitle}
      </h2>
      <ProblemsOfOrders problems={batch.problems} />
      <ul className="desk-pieces">
        {pickListOf(orders).map((pick) => (
          <li key={pick.key}>
            <PickLine pick={pick} isPicked={picked.includes(pick.key)} tick={tick} />
          </li>
        ))}
      </ul>
      <div className="desk-thumb">
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={batch.isBusy}
          aria-busy={batch.isBusy}
          onClick={() => void start()}
        >
          {open.length > 0 ? says.startPacking(open.length) : says.steps.print}
        </button>
      </div>
    </section>
  );
}

function PickLine({
  pick: { key, name, size, picture, quantity, orders },
  isPicked,
  tick,
}: {
  pick: Pick;
  isPicked: boolean;
  tick: (key: string, isPicked: boolean) => void;
}) {
  const label = says.picked(name, size === ONE_SIZE ? '' : size);
  return (
    <label className="desk-piece" data-picked={isPicked || undefined}>
      {picture === '' ? (
        <span className="desk-picture bg-sunken" />
      ) : (
        <img
          src={pictureAddress(picture, 240)}
          width={240}
          height={264}
          alt=""
          loading="lazy"
          className="desk-picture"
        />
      )}
      <span>
        <span className="block font-semibold">{name}</span>
        <span className="block text-lg">{size === ONE_SIZE ? '' : size}</span>
        <span className="text-muted block text-sm tabular-nums">
          {orders.map(({ id, quantity: own }) => shortOrderId(id) + (own > 1 ? ` × ${own}` : '')).join(', ')}
        </span>
      </span>
      <span className="desk-quantity">× {quantity}</span>
      <input
        type="checkbox"
        aria-label={label}
        checked={isPicked}
        onChange={({ target }) => tick(key, target.checked)}
      />
    </label>
  );
}
