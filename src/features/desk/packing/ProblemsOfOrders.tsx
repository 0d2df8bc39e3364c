import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { shortOrderId } from '../../../domain/order.ts';

/** Why some orders of the batch did not move. */
export function ProblemsOfOrders({ problems }: { problems: Readonly<Record<string, string>> }) {
  const all = Object.entries(problems);
  return (
    <ul role="alert" className="empty:hidden">
      {all.map(([id, why]) => (
        <li key={id} className="field-error">
          {says.failedOf(shortOrderId(id), why)}
        </li>
      ))}
    </ul>
  );
}
