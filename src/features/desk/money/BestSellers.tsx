import { useState } from 'react';
import { deskMoneyMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { formatPrice } from '../../../domain/money.ts';
import { FailureText } from '../ActionMessage.tsx';
import { DeskTable } from '../DeskTable.tsx';
import { useReading } from '../use-reading.ts';

/** The best sellers of the month. They are requested when somebody opens the part. */
export function BestSellers({ month }: { month: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="desk-details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say.best}</summary>
      {isOpen && <Sellers key={month} month={month} />}
    </details>
  );
}

function Sellers({ month }: { month: string }) {
  const { reply, problem } = useReading('money.best', { month });
  return (
    <>
      <FailureText text={problem} />
      {!reply && problem === null && <div className="skeleton h-24" aria-hidden="true" />}
      {reply?.sellers.length === 0 && <p>{say.noSales}</p>}
      {reply && reply.sellers.length > 0 && (
        <DeskTable columns={[say.product, say.columns.pieces, say.columns.gross]}>
          {reply.sellers.map(({ productId, name, pieces, grossPaise }) => (
            <tr key={productId}>
              <th scope="row">{name}</th>
              <td>{pieces}</td>
              <td>{formatPrice(grossPaise)}</td>
            </tr>
          ))}
        </DeskTable>
      )}
    </>
  );
}
