import { useEffect, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import type { DeskReply } from '../../../contract/desk.ts';
import { deskMoneyMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { formatPrice } from '../../../domain/money.ts';

/** What sold best in the month, asked for when somebody opens it. */
export function BestSellers({ month }: { month: string }) {
  const [isOpen, setOpen] = useState(false);
  const [reply, setReply] = useState<DeskReply<'money.best'> | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!isOpen) return;
    let isOver = false;
    setReply(null);
    void deskCall('money.best', { month }).then((answer) => {
      if (isOver) return;
      setProblem(answer.success ? '' : answer.message);
      if (answer.success) setReply(answer);
    });
    return () => {
      isOver = true;
    };
  }, [isOpen, month]);
  return (
    <details className="desk-details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say.best}</summary>
      <p role="alert" className="field-error empty:hidden">
        {problem}
      </p>
      {!reply && problem === '' && <div className="skeleton h-24" aria-hidden="true" />}
      {reply?.sellers.length === 0 && <p>{say.noSales}</p>}
      {reply && reply.sellers.length > 0 && (
        <table className="desk-table">
          <thead>
            <tr>
              <th scope="col">{say.product}</th>
              <th scope="col">{say.columns.pieces}</th>
              <th scope="col">{say.columns.gross}</th>
            </tr>
          </thead>
          <tbody>
            {reply.sellers.map(({ productId, name, pieces, grossPaise }) => (
              <tr key={productId}>
                <th scope="row">{name}</th>
                <td>{pieces}</td>
                <td>{formatPrice(grossPaise)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
