import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Problem } from '../../components/shop/Problem.tsx';
import { UnpaidPanel } from '../../components/shop/UnpaidPanel.tsx';
import { orderMessages } from '../../contract/messages/orders.ts';
import { $ordersStatus, $ordersUpdatedAt, $orderViews, loadOrders } from '../../stores/orders/orders.ts';
import { $ownUnpaid } from '../../stores/payment/unpaid.ts';
import { $userEmail } from '../../stores/session/session.ts';
import { signOut } from '../../stores/session/sign-out.ts';
import { takeOver } from './fill-orders.ts';
import { NoOrders } from './NoOrders.tsx';
import { OrderCard } from './OrderCard.tsx';
import { orderTextsOf, updatedTextOf } from './order-texts.ts';

/**
 * The orders of the logged-in shopper, newest first. fill-orders.ts has requested and drawn them before, and React takes
 * over that markup. `shopName` is shown in the payment window.
 */
export function OrderList({ shopName }: { shopName: string }) {
  const [drawn] = useState(takeOver);
  const orders = useStore($orderViews, { ssr: () => drawn.orders });
  const status = useStore($ordersStatus, { ssr: () => drawn.status });
  const unpaid = useStore($ownUnpaid, { ssr: () => drawn.unpaid });
  const updatedAt = useStore($ordersUpdatedAt, { ssr: 'initial' });
  const email = useStore($userEmail, { ssr: () => undefined });
  const isLoading = status === 'loading';
  const payable = orders.flatMap((order) => order.payable?.orderId ?? []);
  const isFirst = orders.length === 0 && (status === 'idle' || isLoading);

  return (
    <div>
      <div className="mb-6 flex min-h-11 items-center justify-between gap-x-6">
        {/* fill-orders.ts has filled it in. */}
        <p className="text-muted truncate" data-owner-email suppressHydrationWarning>
          {email ?? ''}
        </p>
        <button type="button" className="link min-h-11 shrink-0 font-semibold" onClick={() => void signOut()}>
          Log out
        </button>
      </div>

      <Problem text={status === 'failed' ? orderMessages.loadFailed : null} onRetry={loadOrders} isNews />
      <p role="status" className="visually-hidden">
        {updatedAt !== null && updatedTextOf(updatedAt)}
      </p>

      {isFirst ? (
        <OrdersSkeleton />
      ) : (
        <div>
          <UnpaidPanel shopName={shopName} drawn={drawn.unpaid} listed={payable} />
          {orders.map((order) => (
            <OrderCard
              key={order.id}
              texts={orderTextsOf(order, unpaid)}
              payable={order.payable}
              isLoading={isLoading}
            />
          ))}
          {orders.length === 0 && status === 'ready' && <NoOrders />}
        </div>
      )}
    </div>
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
