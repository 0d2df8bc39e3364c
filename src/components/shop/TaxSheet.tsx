import { day } from './date-formats.ts';
import { invoiceMessages as words } from '../../contract/messages/orders.ts';
import { paymentMessages } from '../../contract/messages/payment.ts';
import type { WireInvoice, WireTaxDocument, WireTaxLine, WireTaxSums } from '../../contract/calls/invoice.ts';
import { formatPrice, paiseFromRupees } from '../../domain/money.ts';
import { shortOrderId } from '../../domain/order.ts';
import { ONE_SIZE } from '../../domain/product.ts';

interface Props {
  shopName: string;
  invoice: WireInvoice;
  /** The invoice itself, or one of its credit notes. */
  document: WireTaxDocument;
  /** Why the credit note reverses the invoice; null for the invoice. */
  reason: keyof typeof words.reasons | null;
}

/** One document on one sheet, with everything that rule 46 requires of an invoice, or rule 53 of a credit note. */
export function TaxSheet({ shopName, invoice, document, reason }: Props) {
  const { supplier, recipient, placeOfSupply } = invoice;
  const kind = reason === null ? 'invoice' : 'creditNote';
  const title = `tax-${document.number}`;
  const state = words.state(placeOfSupply.state, placeOfSupply.code);
  return (
    <article className="tax-sheet" aria-labelledby={title}>
      <header className="tax-head">
        <p className="tax-brand display">{shopName}</p>
        <h2 id={title} className="tax-title">
          {words[kind]}
        </h2>
      </header>

      <div className="tax-facts">
        <section>
          <h3 className="tax-label">{words.fields.soldBy}</h3>
          <p className="font-semibold">{supplier.legalName}</p>
          <p>{supplier.address}</p>
          <p>
            {words.fields.gstin} <span className="tax-number">{supplier.gstin}</span>
          </p>
          <p>
            {words.fields.state} {words.state(supplier.state, supplier.stateCode)}
          </p>
        </section>
        <section>
          <h3 className="tax-label">{words.fields.soldTo}</h3>
          <p className="font-semibold">
            {recipient.firstName} {recipient.lastName}
          </p>
          <p>{recipient.street}</p>
          <p>
            {recipient.city} {recipient.zipcode}, {recipient.country}
          </p>
          <p>
            {words.fields.state} {state}
          </p>
        </section>
        <dl className="tax-list">
          <Fact name={words.fields.number[kind]} value={document.number} isNumber />
          <Fact name={words.fields.date[kind]} value={day.format(document.date)} />
          {reason !== null && (
            <>
              <Fact
                name={words.fields.against}
                value={`${invoice.number}, ${day.format(invoice.date)}`}
                isNumber
              />
              <Fact name={words.fields.reason} value={words.reasons[reason]} />
            </>
          )}
          <Fact
            name={words.fields.order}
            value={`${shortOrderId(invoice.orderId)}, ${day.format(invoice.orderDate)}`}
          />
          <Fact name={words.fields.payment} value={paymentMessages.called[invoice.paymentMethod]} />
          <Fact name={words.fields.placeOfSupply} value={state} />
          <Fact name={words.fields.reverseCharge} value={words.no} />
        </dl>
      </div>

      <Lines invoice={invoice} document={document} />
      <Rates invoice={invoice} document={document} />

      <div className="tax-sum">
        <p className="tax-total">
          <span>{reason === null ? words.total : words.totalCredited}</span>{' '}
          <strong>{money(document.sums.total)}</strong>
        </p>
        <p>
          <span className="tax-label">{words.inWords}</span> {document.inWords}
        </p>
      </div>
      <p className="tax-note">{words.electronic}</p>
    </article>
  );
}

function Fact({ name, value, isNumber = false }: { name: string; value: string; isNumber?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isNumber ? 'tax-number' : undefined}>{value}</dd>
    </div>
  );
}

interface Column<Row> {
  name: string;
  /** An amount or a number: aligned to the right. */
  isNumber?: boolean;
  cell: (row: Row) => React.ReactNode;
  /** The total of the column, if it can be added up. */
  sum?: (sums: WireTaxSums) => string;
}

type TableProps = Pick<Props, 'invoice' | 'document'>;

function Lines({ invoice, document }: TableProps) {
  const hasDiscount = document.lines.some(({ discount }) => discount > 0);
  const columns: Column<WireTaxLine>[] = [
    { name: words.columns.description, cell: (line) => <What line={line} /> },
    { name: words.columns.hsn, cell: ({ hsn }) => hsn },
    { name: words.columns.quantity, isNumber: true, cell: quantityOf },
    { name: words.columns.gross, isNumber: true, cell: ({ gross }) => money(gross) },
    { name: words.columns.discount, isNumber: true, cell: ({ discount }) => money(discount) },
    {
      name: words.columns.rate,
      isNumber: true,
      cell: ({ rate }) => (invoice.isInterState ? `${rate}%` : halves(rate)),
    },
    ...taxColumns(invoice),
  ];
  return (
    <Table
      label={words.linesOf(document.number)}
      columns={columns.filter(({ name }) => hasDiscount || name !== words.columns.discount)}
      rows={document.lines}
      sums={document.sums}
    />
  );
}

function Rates({ invoice, document }: TableProps) {
  // With one rate there is nothing to break down.
  if (document.rates.length < 2) return null;
  return (
    <Table
      label={words.ratesOf(document.number)}
      columns={[{ name: words.columns.rate, cell: ({ rate }) => `${rate}%` }, ...taxColumns(invoice)]}
      rows={document.rates}
    />
  );
}

/** CGST and SGST (or UTGST). */
const halves = (rate: number) => `${rate / 2}% + ${rate / 2}%`;

/** The columns that lines and rates share. */
function taxColumns({ isInterState, stateTax }: WireInvoice): Column<WireTaxSums>[] {
  const column = (name: string, amount: (row: WireTaxSums) => number): Column<WireTaxSums> => {
    const cell = (row: WireTaxSums) => money(amount(row));
    return { name, isNumber: true, cell, sum: cell };
  };
  const igst = column('IGST', (row) => row.igst);
  const halved = [column('CGST', ({ cgst }) => cgst), column(stateTax, ({ sgst }) => sgst)];
  return [
    column(words.columns.taxable, ({ taxable }) => taxable),
    ...(isInterState ? [igst] : halved),
    column(words.columns.total, ({ total }) => total),
  ];
}

/** A table on paper and wide screens; on a phone each row is a block, with a label before each figure. */
function Table<Row>({
  label,
  columns,
  rows,
  sums,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sums?: WireTaxSums;
}) {
  return (
    // The roles repeat those of the elements, because the phone layout's `display` removes them.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <table className="tax-table" role="table" aria-label={label}>
      <thead role="rowgroup" className="not-print:max-lg:visually-hidden">
        <tr role="row">
          {columns.map(({ name, isNumber = false }) => (
            <th key={name} role="columnheader" scope="col" data-number={isNumber}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a document never changes
          <tr key={place} role="row">
            {columns.map(({ name, isNumber = false, cell }) => (
              <td key={name} role="cell" data-number={isNumber} data-name={name}>
                <span>{cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {sums && (
        <tfoot role="rowgroup">
          <tr role="row">
            {columns.map(({ name, isNumber = false, sum }, place) => (
              <td key={name} role="cell" data-number={isNumber} data-name={name}>
                {place === 0 ? <span>{words.total}</span> : sum && <span>{sum(sums)}</span>}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
    // biome-ignore-end lint/a11y/useSemanticElements: see above
  );
}

function What({ line: { kind, name, size } }: { line: WireTaxLine }) {
  if (kind === 'fee') return words.fee;
  return (
    <>
      {name} {size !== ONE_SIZE && <span className="text-muted whitespace-nowrap">{words.size(size)}</span>}
    </>
  );
}

function quantityOf({ kind, quantity, unit }: WireTaxLine): string {
  if (quantity === 0) return words.part;
  return kind === 'fee' ? '1' : `${quantity} ${unit}`;
}

function money(rupees: number): string {
  return formatPrice(paiseFromRupees(rupees) ?? 0);
}
