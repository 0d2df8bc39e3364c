import { day } from '../../../components/shop/date-formats.ts';
import type { WireOwnerTask } from '../../../contract/desk-lists.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskListsMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';
import { formatPrice } from '../../../domain/money.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { DeskPart } from '../DeskPart.tsx';

/** Failed refunds, disputes, orders that cannot be checked and emails that were given up, the oldest first. */
export function OwnerTasks({ tasks, of }: { tasks: readonly WireOwnerTask[]; of: number }) {
  return (
    <DeskPart id="desk-tasks" title={says.tasks}>
      {tasks.length === 0 && <p>{says.noTasks}</p>}
      {of > tasks.length && <p className="text-muted text-sm">{says.tasksShown(tasks.length, of)}</p>}
      <ul>
        {tasks.map(({ orderId, status, since, amountPaise, what }) => (
          <li key={`${orderId} ${since} ${what}`} className="desk-row">
            <span className="min-w-0">
              {orderId === '' ? (
                <span>{says.noOrder}</span>
              ) : (
                <a className="link inline-flex min-h-11 items-center" href={deskPaths.order(orderId)}>
                  {shortOrderId(orderId)}
                </a>
              )}
              <span className="block break-words">{what}</span>
              <small className="text-muted text-sm">
                {[status, day.format(since)].filter((part) => part !== null).join(', ')}
              </small>
            </span>
            {amountPaise !== null && <span className="tabular-nums">{formatPrice(amountPaise)}</span>}
          </li>
        ))}
      </ul>
    </DeskPart>
  );
}
