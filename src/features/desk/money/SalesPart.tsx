import { day } from '../../../components/shop/date-formats.ts';
import { deskMoneyMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { paymentMessages } from '../../../contract/messages/payment.ts';
import { startOf } from '../../../domain/days.ts';
import { formatPrice } from '../../../domain/money.ts';
import { paymentMethods } from '../../../domain/order.ts';
import { type SalesLine, sum, type SalesTotals } from '../../../domain/sales.ts';
import { DeskPart } from '../DeskPart.tsx';
import { BarChart } from '../BarChart.tsx';
import { daysOf } from './months.ts';
import { WideTable } from '../DeskTable.tsx';

interface Props {
  month: string;
  lines: readonly SalesLine[];
}

const { columns } = say;

/** What was sold: by payment, and by day as bars and as a table. */
export function SalesPart({ month, lines }: Props) {
  const methods = paymentMethods.filter((method) => lines.some((line) => line.method === method));
  const byMethod = methods.map((method) => ({
    name: paymentMessages.called[method],
    takings: sum(lines.filter((line) => line.method === method)),
  }));
  const total = sum(lines);
  return (
    <DeskPart title={say.sales}>
      <p className="field-hint">{say.salesHint}</p>
      {lines.length === 0 && <p>{say.noSales}</p>}
      {lines.length > 0 && (
        <>
          <TakingsTable first={columns.payment} rows={byMethod} total={total} />
          <h3 className="pt-6 font-semibold">{say.byDay}</h3>
          <BarChart
            title={`${say.byDay}: ${formatPrice(total.netPaise)}`}
            format={formatPrice}
            legend={byMethod.map(({ name }) => name)}
            bars={daysOf(month, Date.now()).map((each) => {
              const label = day.format(startOf(each));
              const nets = methods.map(
                (method) => lines.find((line) => line.day === each && line.method === method)?.netPaise ?? 0,
              );
              const text = `${label}: ${formatPrice(nets.reduce((all, net) => all + net, 0))}`;
              return { label, text, parts: nets.map((net) => Math.max(0, net)) };
            })}
          />
          <details className="desk-details">
            <summary>{say.asTable}</summary>
            <TakingsTable
              first={`${say.day}, ${columns.payment}`}
              rows={lines.map((line) => ({
                name: `${day.format(startOf(line.day))}, ${paymentMessages.called[line.method]}`,
                takings: line,
              }))}
              total={total}
            />
          </details>
        </>
      )}
    </DeskPart>
  );
}

/** The columns after the first. A phone shows one of them without scrolling. */
const takingColumns: readonly (readonly [string, (takings: SalesTotals) => string])[] = [
  [columns.net, ({ netPaise }) => formatPrice(netPaise)],
  [columns.orders, ({ orders }) => String(orders)],
  [columns.pieces, ({ pieces }) => String(pieces)],
  [columns.gross, ({ grossPaise }) => formatPrice(grossPaise)],
  [columns.discount, ({ discountPaise }) => formatPrice(discountPaise)],
  [columns.fee, ({ feePaise }) => formatPrice(feePaise)],
  [columns.refunds, ({ refundsPaise }) => formatPrice(refundsPaise)],
];

interface TableProps {
  first: string;
  rows: readonly { name: string; takings: SalesTotals }[];
  total: SalesTotals;
}

function TakingsTable({ first, rows, total }: TableProps) {
  return (
    <WideTable name={first} columns={[first, ...takingColumns.map(([column]) => column)]}>
      {[...rows, { name: say.total, takings: total }].map(({ name, takings }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {takingColumns.map(([column, textOf]) => (
            <td key={column}>{textOf(takings)}</td>
          ))}
        </tr>
      ))}
    </WideTable>
  );
}
