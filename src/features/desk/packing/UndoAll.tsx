import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import type { OrderStatus } from '../../../domain/order.ts';
import { useIsOver } from '../use-is-over.ts';
import type { BatchOrders } from './use-batch-orders.ts';

interface Props {
  batch: BatchOrders;
  /** The status that the last step gave the orders. */
  status: OrderStatus;
  onUndone: (count: number) => void;
}

const none: readonly [] = [];

/** Undoes the last step of all orders for which there is still time. */
export function UndoAll({ batch, status, onUndone }: Props) {
  const orders = (batch.orders ?? []).filter(
    (order) => order.status === status && order.can.includes('undo'),
  );
  const steps = orders.map((order) => ({ order }));
  const leftMs = Math.max(0, ...orders.map(({ undoLeftMs }) => undoLeftMs ?? 0));
  const isOver = useIsOver(steps.length === 0 ? null : leftMs, batch.orders ?? none);
  if (steps.length === 0 || isOver) return null;
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
