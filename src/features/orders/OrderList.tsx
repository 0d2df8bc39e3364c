import { useStore } from '@nanostores/react';
import { EmptyState } from '../../components/shop/EmptyState.tsx';
import { Problem } from '../../components/shop/Problem.tsx';
import { UnpaidPanel } from '../../components/shop/UnpaidPanel.tsx';
import { orderMessages } from '../../contract/messages/orders.ts';
import { paths } from '../../contract/paths.ts';
import {
  $ordersStatus,
  $ordersUpdatedAt,
  $orderViews,
  loadOrders,
  type OrderView,
} from '../../stores/orders/orders.ts';
import { $userEmail } from '../../stores/session/session.ts';
import { signOut } from '../../stores/session/sign-out.ts';
import { OrderCard } from './OrderCard.tsx';
import { clock } from '../../components/shop/date-formats.ts';

const noOrders: readonly OrderView[] = [];

/**
 * The orders of the logged-in shopper, newest first; first-orders.ts has already requested them.
 * `shopName` is shown in the payment window.
 */
export function OrderList({ shopName }: { shopName: string }) {
  const orders = useStore($orderViews, { ssr: () => noOrders });
  const status = useStore($ordersStatus, { ssr: 'initial' });
  const updatedAt = useStore($ordersUpdatedAt, { ssr: 'initial' });
  const email = useStore($userEmail, { ssr: () => undefined });
  const isLoading = status === 'loading';
  const payable = orders.flatMap((order) => order.payable?.orderId ?? []);
  const isFirst = orders.length === 0 && (status === 'idle' || isLoading);

  return (
    <div>
      <div className="mb-6 flex min-h-11 items-center justify-between gap-x-6">
        {/* first-orders.ts has filled it in. */}
        <p className="orders-owner text-muted" suppressHydrationWarning>
          {email ?? ''}
        </p>
        <button type="button" className="link min-h-11 shrink-0 font-semibold" onClick={() => void signOut()}>
          Log out
        </button>
      </div>

      <Problem text={status === 'failed' ? orderMessages.loadFailed : null} onRetry={loadOrders} isNews />
      <p role="status" className="visually-hidden">
        {updatedAt !== null && orderMessages.updated(clock.format(updatedAt))}
      </p>

      {isFirst ? (
        <OrdersSkeleton />
      ) : (
        <div>
          <UnpaidPanel shopName={shopName} listed={payable} />
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} isLoading={isLoading} />
          ))}
          {orders.length === 0 && status === 'ready' && <NoOrders />}
        </div>
      )}
    </div>
  );
}

function NoOrders() {
  return (
    <EmptyState drawing="parcel" text={orderMessages.none}>
      <a className="btn btn-primary" href={paths.collection}>
        See the collection
      </a>
    </EmptyState>
  );
}

function OrdersSkeleton() {
  return (
    <div role="status" className="border-ink border-t">
      <span className="visually-hidden">{orderMessages.loading}</span>
      {['first', 'second', 'third'].map((line) => (
        <div
          key={line}
          className="border-line grid grid-cols-[6rem_minmax(0,1fr)] gap-4 border-b py-4 md:gap-6"
        >
          <div className="skeleton aspect-[1/1.1] w-full" />
          <div className="flex flex-col gap-2">
            <div className="skeleton h-6 w-48 max-w-full" />
            <div className="skeleton h-5 w-32" />
            <div className="skeleton h-5 w-40" />
          </div>
        </div>
      ))}
    </div>
  );
}
