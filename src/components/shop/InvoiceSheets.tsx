import type { WireInvoice } from '../../contract/calls/invoice.ts';
import { TaxSheet } from './TaxSheet.tsx';

/** An invoice and its credit notes, each on its own sheet, headed by `shopName`. */
export function InvoiceSheets({ shopName, invoice }: { shopName: string; invoice: WireInvoice }) {
  return (
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
  );
}
