import { StaffNotes } from '../StaffNotes.tsx';
import { useState } from 'react';
import type { DeskOrderPage } from '../../../contract/desk-orders.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { dayAndClock } from '../../../components/shop/date-formats.ts';
import { Problem } from '../../../components/shop/Problem.tsx';
import { DeskScreen } from '../DeskScreen.tsx';
import { OrderAddress } from './OrderAddress.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderMoney } from './OrderMoney.tsx';
import { OrderPieces } from './OrderPieces.tsx';
import { OrderVerbs } from './OrderVerbs.tsx';
import { type OrderState, useOrder } from './use-order.ts';

/** The order of the address, `?id=…`. */
export function OrderScreen() {
  const back = (
    <a className="flex min-h-11 items-center self-start font-semibold" href={deskPaths.orders}>
      ← {says.back}
    </a>
  );
  return (
    <DeskScreen title={says.oneOrder} aside={back}>
      {() => <OneOrder />}
    </DeskScreen>
  );
}

function OneOrder() {
  const [id] = useState(() => new URLSearchParams(location.search).get('id') ?? '');
  const state = useOrder(id);
  const { page, problem, load } = state;
  return (
    <div className="desk-order">
      {!page && <Problem isNews text={problem} onRetry={load} />}
      {page && <Whole page={page} state={state} />}
      {!page && problem === null && <div className="skeleton h-96" />}
    </div>
  );
}

function Whole({ page, state }: { page: DeskOrderPage; state: OrderState }) {
  const { order, notes, log } = page;
  return (
    <>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-[1.25rem]">
        <strong className="tabular-nums">{shortOrderId(order.id)}</strong>
        <strong>{order.status}</strong>
        {order.shipment && (
          <span>
            {order.shipment.courier}, <span className="select-all">{order.shipment.trackingNumber}</span>
          </span>
        )}
      </p>
      {order.returnAskedAt !== null && (
        <p className="desk-outcome">
          <strong className="block">{says.returnAsked(dayAndClock.format(order.returnAskedAt))}</strong>
          {says.returnHint}
        </p>
      )}
      <div className="grid grid-cols-1 content-start gap-6 md:grid-cols-2 md:gap-10">
        <div className="grid grid-cols-1 content-start gap-6">
          <OrderPieces order={order} />
          {order.money && <OrderMoney money={order.money} method={order.method} asked={state.asked} />}
        </div>
        <div className="grid grid-cols-1 content-start gap-6">
          <OrderAddress address={order.address} />
          <OrderHistory order={order} log={log} />
          <StaffNotes about={`order:${order.id}`} hint={says.noteHint} notes={notes} add={state.addNote} />
        </div>
      </div>
      <OrderVerbs key={order.id} order={order} state={state} />
    </>
  );
}
