import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { PaymentProgress } from '../../components/shop/PaymentProgress.tsx';
import { discountMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { invoiceMessages, orderMessages } from '../../contract/messages/orders.ts';
import { paymentMessages } from '../../contract/messages/payment.ts';
import { $ordersUpdatedAt, trackOrders } from '../../stores/orders/orders.ts';
import { $payment, type Payable, payAgain } from '../../stores/payment/payment.ts';
import { CancelOrder } from './CancelOrder.tsx';
import { OrderSteps } from './OrderSteps.tsx';
import { type OrderTexts, updatedTextOf } from './order-texts.ts';

interface Props {
  texts: OrderTexts;
  /** The data to pay it; null if there is nothing to pay, and in the template. */
  payable: Payable | null;
  isLoading: boolean;
}

/**
 * One order: its items as rows, its progress and its amounts. The build renders it as a template, fill-orders.ts fills
 * that, and React takes over the same elements: so it shows only texts.
 */
export function OrderCard({ texts, payable, isLoading }: Props) {
  const updatedAt = useStore($ordersUpdatedAt, { ssr: 'initial' });
  const heading = `order-${texts.id}`;
  return (
    <article
      aria-labelledby={heading}
      className="border-ink grid gap-x-16 border-t pb-10 md:grid-cols-[minmax(0,1fr)_18rem] lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <header className="border-line col-span-full flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b pt-5 pb-4">
        <h2 id={heading} tabIndex={-1} className="display text-3xl">
          {texts.heading}
        </h2>
        <p className="text-muted text-sm tabular-nums">
          {texts.sum}
          {texts.discount && (
            <span className="block whitespace-nowrap" data-if="discount">
              {`${discountMessages.line(texts.code)}: −${texts.discount}`}
            </span>
          )}
        </p>
      </header>

      <ul>
        {texts.rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>

      <div className="flex flex-col items-start gap-5 pt-6">
        <OrderSteps steps={texts.steps} label={texts.progress} />
        {texts.courier && (
          <p className="text-sm" data-if="courier">
            {texts.courier}
            <br />
            <span className="text-muted">{`${orderMessages.trackingNumber} `}</span>
            <span className="inline-block max-w-full font-semibold wrap-anywhere tabular-nums select-all">
              {texts.trackingNumber}
            </span>
          </p>
        )}
        {texts.replaced && (
          <p className="text-sm" data-if="replaced">
            {texts.replaced}
          </p>
        )}
        {texts.refunds.map(({ text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: refunds are only ever added
          <p key={place} className="border-line border-l-4 pl-3 text-sm" data-each="refunds">
            {text}
          </p>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          {texts.retry && (
            <PayNow texts={texts} payable={payable} label={paymentMessages.retryPayment} data-if="retry" />
          )}
          {texts.payNow && (
            <PayNow texts={texts} payable={payable} label={orderMessages.payNow} data-if="payNow" />
          )}
          <button
            type="button"
            className="btn btn-secondary"
            aria-busy={isLoading}
            aria-describedby={heading}
            onClick={() => void trackOrders()}
          >
            {orderMessages.track}
          </button>
          {texts.cancel && <CancelOrder orderId={texts.id} data-if="cancel" />}
          {texts.invoice && (
            <a
              className="btn btn-secondary"
              href={texts.invoice}
              aria-label={texts.invoiceLabel}
              data-if="invoice"
            >
              {invoiceMessages.link}
            </a>
          )}
          {updatedAt !== null && <span className="text-muted text-sm">{updatedTextOf(updatedAt)}</span>}
        </div>
      </div>
    </article>
  );
}

function Row({ row }: { row: OrderTexts['rows'][number] }) {
  return (
    <li
      className="border-line grid grid-cols-[6rem_minmax(0,1fr)] gap-4 border-b py-4 last:border-b-0 md:gap-6"
      data-each="rows"
    >
      <img
        src={row.picture}
        width={320}
        height={352}
        alt=""
        loading="lazy"
        className="bg-sunken aspect-[1/1.1] w-full object-cover"
      />
      <div className="flex flex-col gap-1">
        <h3 className="text-lg leading-tight font-semibold break-words">
          <a className="hover:text-accent relative -my-3 inline-block py-3" href={row.link}>
            {row.name}
          </a>
        </h3>
        <p className="tabular-nums">{row.price}</p>
        <p className="text-sm">
          {row.quantity}
          {row.size && (
            <span className="pl-4" data-if="size">
              {row.size}
            </span>
          )}
        </p>
        <p className="text-muted text-sm">
          <time dateTime={row.placedAt}>{row.placedOn}</time>
        </p>
        <p className="text-muted text-sm">{row.payment}</p>
        <p className="flex items-center gap-2 font-semibold">
          <span className={row.mark} aria-hidden="true" />
          {row.status}
        </p>
      </div>
    </li>
  );
}

interface PayProps extends Pick<Props, 'texts' | 'payable'> {
  label: string;
  'data-if': string;
}

/** Pays the open amount; errors show beside it. */
function PayNow({ texts, payable, label, 'data-if': shown }: PayProps) {
  const payment = useStore($payment, { ssr: 'initial' });
  const button = useRef<HTMLButtonElement>(null);
  const isMine = payment.orderId === texts.id;
  const isBusy = payment.step !== 'idle';
  const problem = isMine ? payment.problem : texts.payProblem;

  const pay = async () => {
    if (payable) await payAgain(payable);
    // The payment window had the focus; it returns to the button that opened the window.
    button.current?.focus();
  };
  return (
    <>
      <div className="w-full empty:hidden" data-if={shown}>
        {texts.payHint && !isBusy && (
          <p className="text-sm" data-if="payHint">
            {paymentMessages.unpaid(texts.payHint)}
          </p>
        )}
        {problem && !isBusy && (
          <p className="field-error" data-if="payProblem">
            {problem}
          </p>
        )}
        {isBusy && isMine && <PaymentProgress />}
      </div>
      <button
        ref={button}
        type="button"
        className="btn btn-primary"
        aria-disabled={isBusy}
        aria-busy={isBusy && isMine}
        aria-describedby={`order-${texts.id}`}
        onClick={() => void pay()}
        data-if={shown}
      >
        {isBusy && isMine ? 'PROCESSING...' : label}
      </button>
    </>
  );
}
