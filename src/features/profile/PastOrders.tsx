import { useStore } from '@nanostores/react';
import { day } from '../../components/shop/date-formats.ts';
import { EmptyState } from '../../components/shop/EmptyState.tsx';
import { Problem } from '../../components/shop/Problem.tsx';
import { invoicePath, paths } from '../../contract/paths.ts';
import { invoiceMessages, orderMessages } from '../../contract/messages/orders.ts';
import { profileMessages } from '../../contract/messages/account.ts';
import { formatPrice } from '../../domain/money.ts';
import {
  $pastOrders,
  $pastOrdersProblem,
  $pastOrdersStatus,
  loadPastOrders,
  type PastOrder,
} from '../../stores/orders/order-history.ts';
import { Loading } from './Loading.tsx';

/** The Orders tab: each order in one line; /orders has the details. */
export function PastOrders() {
  const orders = useStore($pastOrders);
  const status = useStore($pastOrdersStatus);
  const problem = useStore($pastOrdersProblem);
  const isFirst = orders.length === 0 && (status === 'loading' || status === 'idle');
  return (
    <>
      <h2 className="profile-title display">My Orders</h2>
      <Problem text={problem} onRetry={loadPastOrders} />
      {isFirst && problem === null && <Loading rows={3} />}
      {orders.length > 0 && (
        <ul className="border-ink border-t" aria-busy={status === 'loading'}>
          {orders.map((order) => (
            <Line key={order.id} order={order} />
          ))}
        </ul>
      )}
      {orders.length === 0 && status === 'ready' && (
        <EmptyState drawing="parcel" text={profileMessages.noOrders}>
          <a className="btn btn-primary" href={paths.collection}>
            See the collection
          </a>
        </EmptyState>
      )}
    </>
  );
}

function Line({ order }: { order: PastOrder }) {
  const { id, short, placedAt, status, totalPaise, pieces, isPaid, hasInvoice } = order;
  return (
    <li className="group border-line relative flex flex-col gap-1 border-b py-5">
      {/* The whole row is the link's tap target. */}
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="text-lg font-semibold">
          <a className="group-hover:text-accent after:absolute after:inset-0" href={paths.orders}>
            Order {short}
          </a>
        </h3>
        <p className="text-lg font-semibold tabular-nums">{formatPrice(totalPaise)}</p>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-muted text-sm">
          <time dateTime={new Date(placedAt).toISOString()}>{day.format(placedAt)}</time>,{' '}
          {orderMessages.pieces(pieces)}
          {hasInvoice && (
            <a
              className="link relative z-1 ml-4 inline-block min-h-6"
              href={invoicePath(id)}
              aria-label={invoiceMessages.linkOf(short)}
            >
              {invoiceMessages.link}
            </a>
          )}
        </p>
        <p className="flex items-center gap-2 text-sm font-semibold">
          <span className={`size-2 ${markOf(order)}`} aria-hidden="true" />
          {status}
          {isPaid !== null && (
            <span
              className={`badge ${isPaid ? '' : 'text-ink bg-transparent [box-shadow:inset_0_0_0_1px_var(--ink)]'}`}
            >
              {isPaid ? orderMessages.paid : orderMessages.pending}
            </span>
          )}
        </p>
      </div>
    </li>
  );
}

/** A small mark beside the status. The status is also a word, for people who do not see colours. */
function markOf({ status, isPaid }: PastOrder): string {
  if (isPaid === null) return 'bg-danger';
  return status === 'Payment Pending' ? 'bg-muted' : 'bg-success';
}
