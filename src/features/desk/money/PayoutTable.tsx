import { day } from '../../../components/shop/date-formats.ts';
import { deskMoneyMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { paymentMessages } from '../../../contract/messages/payment.ts';
import { formatPrice } from '../../../domain/money.ts';
import { useReading } from '../use-reading.ts';
import { DeskPart } from '../DeskPart.tsx';
import { WideTable } from '../DeskTable.tsx';

const { payoutColumns: columns } = say;

/** What the providers have paid out. Requested by itself, because they answer more slowly than the shop. */
export function PayoutTable({ month }: { month: string }) {
  const { reply, problem } = useReading('money.payouts', { month });
  const providers = reply?.providers ?? [];
  const problems = [problem, ...providers.map((each) => each.problem)].filter((text) => text !== null);
  const rows = providers
    .flatMap(({ provider, payouts }) => payouts.map((payout) => ({ ...payout, provider })))
    .sort((a, b) => b.at - a.at);
  if (reply && providers.length === 0) return null;
  return (
    <DeskPart title={say.payouts}>
      <p className="field-hint">{say.payoutsHint}</p>
      {problems.map((text) => (
        <p key={text} role="alert" className="field-error">
          {text}
        </p>
      ))}
      {reply && problems.length === 0 && rows.length === 0 && <p>{say.noPayouts}</p>}
      {rows.length > 0 && (
        <WideTable name={say.payouts} columns={Object.values(columns)}>
          {rows.map(({ id, at, provider, feesPaise, amountPaise, state, reference }) => (
            <tr key={id}>
              <th scope="row">{day.format(at)}</th>
              <td>{paymentMessages.called[provider]}</td>
              <td>{feesPaise === null ? '' : formatPrice(feesPaise)}</td>
              <td>
                {formatPrice(amountPaise)} {say.payoutStates[state]}
              </td>
              <td>{reference ?? id}</td>
            </tr>
          ))}
        </WideTable>
      )}
    </DeskPart>
  );
}
