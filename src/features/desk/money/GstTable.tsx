import { deskMoneyMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { formatPrice } from '../../../domain/money.ts';
import { dueOf, type GstSummary } from '../../../domain/gst-summary.ts';
import { sumsOf, type TaxSums } from '../../../domain/tax-document.ts';
import { DeskPart } from '../DeskPart.tsx';
import { WideTable } from '../DeskTable.tsx';

const { gstColumns: columns } = say;

/** The GST of a month by place of supply and rate: invoices less credit notes. */
export function GstTable({ gst: { rows, invoices, creditNotes } }: { gst: GstSummary }) {
  const due = rows.map((row) => ({ ...row, due: dueOf(row) }));
  return (
    <DeskPart title={say.gst}>
      {rows.length === 0 && <p>{say.noGst}</p>}
      {rows.length > 0 && (
        <>
          <p className="field-hint">{say.gstHint(invoices, creditNotes)}</p>
          <WideTable name={say.gst} columns={Object.values(columns)}>
            {due.map(({ stateCode, state, rate, due: sums }) => (
              <tr key={`${stateCode} ${rate}`}>
                <th scope="row">
                  {stateCode} {state}
                </th>
                <td>{rate}%</td>
                <Amounts sums={sums} />
              </tr>
            ))}
            <tr>
              <th scope="row">{say.total}</th>
              <td />
              <Amounts sums={sumsOf(due.map((row) => row.due))} />
            </tr>
          </WideTable>
        </>
      )}
    </DeskPart>
  );
}

function Amounts({ sums }: { sums: TaxSums }) {
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise } = sums;
  const amounts = { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise };
  return Object.entries(amounts).map(([name, paise]) => <td key={name}>{formatPrice(paise)}</td>);
}
