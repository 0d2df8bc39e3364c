import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { invoiceMessages } from '../../contract/messages/invoice.ts';
import { paths } from '../../contract/paths.ts';
import { $invoice, $invoiceProblem, loadInvoice, watchInvoice } from '../../stores/invoice.ts';
import { sendVisitorsToLogin } from '../../stores/visitor.ts';
import { TaxSheet } from './TaxSheet.tsx';

/** The invoice of one order, and the credit notes that took it back, each a sheet of its own. `shopName` heads them. */
export function InvoiceView({ shopName }: { shopName: string }) {
  const invoice = useStore($invoice, { ssr: () => null });
  const problem = useStore($invoiceProblem, { ssr: () => null });

  useEffect(() => {
    const stops = [sendVisitorsToLogin(location.pathname + location.search), watchInvoice()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  useEffect(() => {
    // What a printer or a saved PDF is called.
    if (invoice) document.title = `${invoice.number.replaceAll('/', '-')} ${shopName}`;
  }, [invoice, shopName]);

  return (
    <>
      <div className="invoice-ways">
        <button type="button" className="btn btn-primary" disabled={!invoice} onClick={() => print()}>
          {invoiceMessages.print}
        </button>
        <a className="btn btn-secondary" href={paths.orders}>
          {invoiceMessages.toOrders}
        </a>
      </div>
      {problem !== null && (
        <div className="panel invoice-problem">
          <p role="alert">{problem}</p>
          <button type="button" className="btn btn-secondary" onClick={() => void loadInvoice()}>
            Try again
          </button>
        </div>
      )}
      {invoice && (
        <div className="invoice-sheets">
          <TaxSheet shopName={shopName} invoice={invoice} document={invoice} reason={null} />
          {invoice.creditNotes.map((note) => (
            <TaxSheet
              key={note.number}
              shopName={shopName}
              invoice={invoice}
              document={note}
              reason={note.reason}
            />
          ))}
        </div>
      )}
      {!invoice && problem === null && (
        <div role="status">
          <span className="visually-hidden">{invoiceMessages.loading}</span>
          <div className="skeleton tax-sheet-skeleton" />
        </div>
      )}
    </>
  );
}
