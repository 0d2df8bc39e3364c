import { useEffect, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { InvoiceSheets } from '../../../components/shop/InvoiceSheets.tsx';
import { Problem } from '../../../components/shop/Problem.tsx';
import type { WireInvoice } from '../../../contract/calls/invoice.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { brand } from '../../../domain/config.ts';
import { DeskScreen } from '../DeskScreen.tsx';

/** Invoice and credit notes of the order of the address, `?id=…`, to print. */
export function InvoiceScreen() {
  return <DeskScreen title={says.sections.documents}>{() => <Documents />}</DeskScreen>;
}

function Documents() {
  const [id] = useState(() => new URLSearchParams(location.search).get('id') ?? '');
  const [invoice, setInvoice] = useState<WireInvoice | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = async () => {
    const answer = await deskCall('orders.invoice', { id });
    setProblem(answer.success ? null : answer.message);
    if (!answer.success) return;
    setInvoice(answer.invoice);
    // The title names the printed or saved PDF.
    document.title = `${answer.invoice.number.replaceAll('/', '-')} ${brand.name}`;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once
  useEffect(() => void load(), []);
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
