import { clock, dayAndClock } from '../../../components/shop/date-formats.ts';
import type { DeskMoney } from '../../../contract/desk-orders.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskOrderMessages as says, providerSays } from '../../../contract/messages/desk-orders.ts';
import { paymentMessages } from '../../../contract/messages/payment.ts';
import { formatPrice } from '../../../domain/money.ts';
import type { PaymentMethod } from '../../../domain/order.ts';
import type { PaymentReport } from '../../../domain/payment-settlement.ts';
import { addressOf } from './list-address.ts';
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
        {money.network !== null && (
          <div>
            <dt>{says.network}</dt>
            <dd>
              <a
                className="link inline-flex min-h-11 items-center"
                href={`${deskPaths.orders}${addressOf({ network: money.network })}`}
              >
                {money.network}
              </a>
            </dd>
          </div>
        )}
      </dl>
      <div role="status" className="flex flex-col gap-1 pt-3 text-sm">
        {asked === 'asking' && <p className="text-muted">{says.asking}</p>}
        {asked !== null && asked !== 'asking' && (
          <>
            {asked.said.map((report) => (
              <ProviderSays key={report.reference.id} report={report} at={asked.at} />
            ))}
            {asked.problem !== null && <p className="text-danger">{asked.problem}</p>}
          </>
        )}
      </div>
    </section>
  );
}

/** What the provider has just said about one reference. */
function ProviderSays({ report, at }: { report: PaymentReport; at: number }) {
  const name = paymentMessages.called[report.reference.provider];
  return (
    <>
      <p className="font-semibold">{providerSays.heading(name, clock.format(at))}</p>
      <ul>
        {providerSays.sentences(report).map((sentence) => (
          <li key={sentence} className="break-words">
            {sentence}
          </li>
        ))}
      </ul>
    </>
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
