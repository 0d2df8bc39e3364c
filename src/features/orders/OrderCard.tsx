import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { PaymentProgress } from '../../components/shop/PaymentProgress.tsx';
import { invoicePath, paths } from '../../contract/paths.ts';
import { invoiceMessages, orderMessages } from '../../contract/messages/orders.ts';
import { discountMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { paymentMessages } from '../../contract/messages/payment.ts';
import { pictureAddress } from '../../contract/pictures.ts';
import { formatListPrice, formatPrice } from '../../domain/money.ts';
import { type OrderStatus, shortOrderId } from '../../domain/order.ts';
import { ONE_SIZE } from '../../domain/product.ts';
import { $ordersUpdatedAt, type OrderRow, type OrderView, trackOrders } from '../../stores/orders/orders.ts';
import { $payment, type Payable, payAgain } from '../../stores/payment/payment.ts';
import { $ownUnpaid } from '../../stores/payment/unpaid.ts';
import { CancelOrder } from './CancelOrder.tsx';
import { OrderSteps } from './OrderSteps.tsx';
import { clock, day } from '../../components/shop/date-formats.ts';

interface Props {
  order: OrderView;
  isLoading: boolean;
}

/** One order: its items as rows, its progress and its amounts. */
export function OrderCard({ order, isLoading }: Props) {
  const updatedAt = useStore($ordersUpdatedAt, { ssr: 'initial' });
  const short = shortOrderId(order.id);
  const pieces = order.rows.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article aria-labelledby={`order-${order.id}`} className="order border-ink border-t">
      <header className="order-head">
        <h2 id={`order-${order.id}`} tabIndex={-1} className="display text-3xl">
          Order {short}
        </h2>
        <p className="text-muted text-sm tabular-nums">
          {orderMessages.pieces(pieces)}, {formatListPrice(order.totalPaise)}
          {order.discount && (
            <span className="block whitespace-nowrap">
              {discountMessages.line(order.discount.code)}: −{formatListPrice(order.discount.paise)}
            </span>
          )}
        </p>
      </header>

      <ul className="order-rows">
        {order.rows.map((row) => (
          <Row key={row.key} row={row} order={order} />
        ))}
      </ul>

      <div className="order-way">
        <OrderSteps steps={order.steps} label={orderMessages.progress(short)} />
        {order.shipment && (
          <p className="text-sm">
            {orderMessages.shippedWith(order.shipment.courier)}
            <br />
            <span className="text-muted">{orderMessages.trackingNumber} </span>
            <span className="order-number font-semibold tabular-nums">{order.shipment.trackingNumber}</span>
          </p>
        )}
        {order.replacedBy && <p className="text-sm">{orderMessages.replacedBy(order.replacedBy)}</p>}
        {order.refunds.map((refund, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: refunds are only ever added
          <p key={place} className="order-refund text-sm">
            {refundText(refund)}
          </p>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          {order.payable && <PayNow payable={order.payable} status={order.status} />}
          <button
            type="button"
            className="btn btn-secondary"
            aria-busy={isLoading}
            aria-describedby={`order-${order.id}`}
            onClick={() => void trackOrders()}
          >
            {orderMessages.track}
          </button>
          {order.payable && <CancelOrder orderId={order.id} />}
          {order.hasInvoice && (
            <a
              className="btn btn-secondary"
              href={invoicePath(order.id)}
              aria-label={invoiceMessages.linkOf(short)}
            >
              {invoiceMessages.link}
            </a>
          )}
          {updatedAt !== null && (
            <span className="text-muted text-sm">{orderMessages.updated(clock.format(updatedAt))}</span>
          )}
        </div>
      </div>
    </article>
  );
}

function refundText({ amountPaise, reason, isDone, hasFailed }: OrderView['refunds'][number]): string {
  const amount = formatPrice(amountPaise);
  if (hasFailed) return orderMessages.refundFailed(amount);
  const text = isDone ? orderMessages.refunded : orderMessages.onItsWayBack;
  return text(amount, orderMessages.news.why[reason]);
}

function Row({ row, order }: { row: OrderRow; order: OrderView }) {
  const placedAt = new Date(order.placedAt);
  const money = order.isPaid === null ? null : order.isPaid ? orderMessages.paid : orderMessages.pending;
  return (
    <li className="border-line grid grid-cols-[6rem_minmax(0,1fr)] gap-4 border-b py-4 md:gap-6">
      <img
        src={pictureAddress(row.picture, 320)}
        width={320}
        height={352}
        alt=""
        loading="lazy"
        className="bg-sunken aspect-[1/1.1] w-full object-cover"
      />
      <div className="flex flex-col gap-1">
        <h3 className="text-lg leading-tight font-semibold break-words">
          <a
            className="hover:text-accent relative -my-3 inline-block py-3"
            href={paths.product(row.productId)}
          >
            {row.name}
          </a>
        </h3>
        <p className="tabular-nums">{formatListPrice(row.pricePaise)}</p>
        <p className="text-sm">
          Quantity: {row.quantity} {row.size !== ONE_SIZE && <span className="pl-4">Size: {row.size}</span>}
        </p>
        <p className="text-muted text-sm">
          <time dateTime={placedAt.toISOString()}>{day.format(placedAt)}</time>
        </p>
        <p className="text-muted text-sm">
          {paymentMessages.called[order.paymentMethod]}
          {money && `, ${money}`}
        </p>
        <p className="flex items-center gap-2 font-semibold">
          <span className={`size-2 ${markOf[order.status] ?? 'bg-muted'}`} aria-hidden="true" />
          {order.status}
        </p>
      </div>
    </li>
  );
}

/** Pays the open amount; errors show beside it. */
function PayNow({ payable, status }: { payable: Payable; status: OrderStatus }) {
  const payment = useStore($payment, { ssr: 'initial' });
  const noted = useStore($ownUnpaid, { ssr: () => null });
  const button = useRef<HTMLButtonElement>(null);
  const note = noted?.orderId === payable.orderId ? noted : null;
  const isMine = payment.orderId === payable.orderId;
  const isBusy = payment.step !== 'idle';
  const problem = isMine ? payment.problem : note?.problem;
  const label = status === 'Payment Failed' ? paymentMessages.retryPayment : orderMessages.payNow;
  // The payment is on its way: the panel above asks for its status.
  if (note?.receipt) return null;

  const pay = async () => {
    await payAgain(payable);
    // The payment window had the focus; it returns to the button that opened the window.
    button.current?.focus();
  };
  return (
    <>
      <div className="w-full empty:hidden">
        {note && status === 'Payment Pending' && !isBusy && (
          <p className="text-sm">{paymentMessages.unpaid(shortOrderId(note.orderId))}</p>
        )}
        {problem && !isBusy && <p className="field-error">{problem}</p>}
        {isBusy && isMine && <PaymentProgress />}
      </div>
      <button
        ref={button}
        type="button"
        className="btn btn-primary"
        aria-disabled={isBusy}
        aria-busy={isBusy && isMine}
        aria-describedby={`order-${payable.orderId}`}
        onClick={() => void pay()}
      >
        {isBusy && isMine ? 'PROCESSING...' : label}
      </button>
    </>
  );
}

/** A small mark beside the status. The status is also a word, for people who do not see colours. */
const markOf: Partial<Record<OrderStatus, string>> = {
  'Order Placed': 'bg-success',
  Processing: 'bg-success',
  Shipped: 'bg-success',
  Delivered: 'bg-success',
  'Payment Failed': 'bg-danger',
  Cancelled: 'bg-danger',
};
