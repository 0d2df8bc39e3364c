import { useEffect, useState } from 'react';
import { InvoiceSheets } from '../../../components/shop/InvoiceSheets.tsx';
import { Problem } from '../../../components/shop/Problem.tsx';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { brand } from '../../../domain/config.ts';
import { DeskScreen } from '../DeskScreen.tsx';
import { useReading } from '../use-reading.ts';

/** Invoice and credit notes of the order of the address, `?id=…`, to print. */
export function InvoiceScreen() {
  return <DeskScreen title={says.sections.documents}>{() => <Documents />}</DeskScreen>;
}

function Documents() {
  const [id] = useState(() => new URLSearchParams(location.search).get('id') ?? '');
  const { reply, problem, load } = useReading('orders.invoice', { id });
  const invoice = reply?.invoice;
  useEffect(() => {
    // The title names the printed or saved PDF.
    if (invoice) document.title = `${invoice.number.replaceAll('/', '-')} ${brand.name}`;
  }, [invoice]);
  return (
    <>
      <div className="desk-buttons desk-no-print">
        <button type="button" className="btn btn-primary" disabled={!invoice} onClick={() => print()}>
          {says.printDocuments}
        </button>
        <a className="btn btn-secondary" href={deskPaths.order(id)}>
          {says.oneOrder}
        </a>
      </div>
      <Problem isNews text={problem} onRetry={load} />
      {invoice && <InvoiceSheets shopName={brand.name} invoice={invoice} />}
      {!invoice && problem === null && <div className="skeleton h-96" />}
    </>
  );
}
