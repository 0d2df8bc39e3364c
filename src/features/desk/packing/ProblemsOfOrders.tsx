import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { useProblemText } from '../NetworkNotice.tsx';

/** How many orders are named for one reason. More would hide the parcels. */
const NAMED = 6;

/** Why some orders of the batch did not move, each reason once. */
export function ProblemsOfOrders({ problems }: { problems: Readonly<Record<string, string>> }) {
  const textOf = useProblemText();
  const byReason = new Map<string, string[]>();
  for (const [id, why] of Object.entries(problems)) {
    const text = textOf(why);
    byReason.set(text, [...(byReason.get(text) ?? []), shortOrderId(id)]);
  }
  return (
    <ul role="alert" className="w-full empty:hidden">
      {[...byReason].map(([why, shorts]) => (
        <li key={why} className="field-error">
          {says.failedOf(
            says.namesOf(shorts.slice(0, NAMED), shorts.length - Math.min(shorts.length, NAMED)),
            why,
          )}
        </li>
      ))}
    </ul>
  );
}
