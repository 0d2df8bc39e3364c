import { clock, dayAndClock } from '../../../components/shop/date-formats.ts';
import type { DeskMoney } from '../../../contract/desk-orders.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { paymentMessages } from '../../../contract/messages/payment.ts';
import { formatPrice } from '../../../domain/money.ts';
import type { PaymentMethod } from '../../../domain/order.ts';
import type { Asked } from './use-order.ts';

interface Props {
  money: DeskMoney;
  method: PaymentMethod;
  asked: Asked;
}

/** Amounts, the payment with the provider's references, refunds and disputes. */
export function OrderMoney({ money, method, asked }: Props) {
  const { subtotalPaise, discount, feePaise, totalPaise, paid, payment, references } = money;
  const name = paymentMessages.called[method];
  return (
    <section aria-labelledby="desk-payment">
      <h2 id="desk-payment" className="desk-heading">
        {says.sections.payment}
      </h2>
      <dl className="desk-facts">
        <Fact name={says.subtotal} value={formatPrice(subtotalPaise)} />
        {discount && <Fact name={discount.code} value={`−${formatPrice(discount.paise)}`} />}
        <Fact name={says.fee} value={formatPrice(feePaise)} />
        <Fact name={says.total} value={formatPrice(totalPaise)} />
        <Fact name={name} value={paid ? says.paid : says.notPaid} />
        {references.map(({ id, at }) => (
          <Fact key={id} name={dayAndClock.format(at)} value={id} />
        ))}
        {payment && <Fact name={dayAndClock.format(payment.at)} value={payment.id} />}
        {money.refunds.map(({ key, amountPaise, state, reason, wantedAt, why, providerId }) => (
          <Fact
            key={key}
            name={`${says.refund}, ${dayAndClock.format(wantedAt)}`}
            value={[formatPrice(amountPaise), state, why ?? reason, providerId].filter(Boolean).join(', ')}
            isBad={state === 'failed'}
          />
        ))}
        {money.disputes.map(({ id, amountPaise, state, why, at }) => (
          <Fact
            key={id}
            name={`${says.dispute}, ${dayAndClock.format(at)}`}
            value={[formatPrice(amountPaise), state, why, id].join(', ')}
            isBad={state !== 'won'}
          />
        ))}
      </dl>
      <p role="status" className="text-muted text-sm">
        {asked === 'asking' && says.asking}
        {asked !== null && asked !== 'asking' && (asked.problem ?? says.asked(name, clock.format(asked.at)))}
      </p>
    </section>
  );
}

function Fact({ name, value, isBad = false }: { name: string; value: string; isBad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? 'text-danger' : ''}>{value}</dd>
    </div>
  );
}
