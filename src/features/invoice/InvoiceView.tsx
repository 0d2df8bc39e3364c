import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Problem } from '../../components/shop/Problem.tsx';
import { invoiceMessages } from '../../contract/messages/orders.ts';
import { paths } from '../../contract/paths.ts';
import {
  $invoice,
  $invoiceProblem,
  $noInvoice,
  loadInvoice,
  watchInvoice,
} from '../../stores/orders/invoice.ts';
import { sendVisitorsToLogin } from '../../stores/session/visitor.ts';
import { InvoiceSheets } from '../../components/shop/InvoiceSheets.tsx';

/** The invoice of the order in the URL, headed by `shopName`. */
export function InvoiceView({ shopName }: { shopName: string }) {
  const invoice = useStore($invoice, { ssr: () => null });
  const none = useStore($noInvoice, { ssr: () => null });
  const problem = useStore($invoiceProblem, { ssr: () => null });

  useEffect(() => {
    const stops = [sendVisitorsToLogin(location.pathname + location.search), watchInvoice()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  useEffect(() => {
    // The title names the printed or saved PDF.
    if (invoice) document.title = `${invoice.number.replaceAll('/', '-')} ${shopName}`;
  }, [invoice, shopName]);

  if (none) return <NoInvoice text={none} />;
  return (
    <div className="invoice">
      <div className="flex flex-wrap gap-3 pb-6 print:hidden">
        <button type="button" className="btn btn-primary" disabled={!invoice} onClick={() => print()}>
          {invoiceMessages.print}
        </button>
        <a className="btn btn-secondary" href={paths.orders}>
          {invoiceMessages.toOrders}
        </a>
      </div>
      <Problem text={problem} onRetry={loadInvoice} />
      {invoice && <InvoiceSheets shopName={shopName} invoice={invoice} />}
      {!invoice && problem === null && (
        <div role="status">
          <span className="visually-hidden">{invoiceMessages.loading}</span>
          <div className="skeleton h-128" />
        </div>
      )}
    </div>
  );
}

function NoInvoice({ text }: { text: string }) {
  return (
    <div className="invoice panel flex flex-wrap items-center justify-between gap-4">
      <p role="alert">{text}</p>
      <a className="btn btn-primary" href={paths.orders}>
        {invoiceMessages.toOrders}
      </a>
    </div>
  );
}
