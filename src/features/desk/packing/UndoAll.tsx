import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import type { OrderStatus } from '../../../domain/order.ts';
import type { BatchOrders } from './use-batch-orders.ts';

interface Props {
  batch: BatchOrders;
  /** The status that the last step gave the orders. */
  status: OrderStatus;
  onUndone: (count: number) => void;
}

/** Undoes the last step of all orders for which there is still time. */
export function UndoAll({ batch, status, onUndone }: Props) {
  const steps = (batch.orders ?? [])
    .filter((order) => order.status === status && order.can.includes('undo'))
    .map((order) => ({ order }));
  if (steps.length === 0) return null;
  return (
    <button
      type="button"
      className="btn btn-secondary"
      aria-disabled={batch.isBusy}
      onClick={() => void batch.move('undo', steps).then(onUndone)}
    >
      {steps.length === 1 ? says.verbs.undo : says.undoAll}
    </button>
  );
}
