import type { DeskOrderRow } from '../../../contract/desk-orders.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { formatPrice } from '../../../domain/money.ts';
import { shortOrderId } from '../../../domain/order.ts';
import { shortDay } from '../short-day.ts';

interface Props {
  row: DeskOrderRow;
  isChosen: boolean;
  /** Null if the order cannot be packed. */
  choose: ((isWanted: boolean) => void) | null;
}

/** One order of the list. The whole line opens it; the box at its start chooses it for packing. */
export function OrderRow({ row, isChosen, choose }: Props) {
  const { id, placedAt, status, name, city, pieces, method, money, needsOwner } = row;
  const short = shortOrderId(id);
  return (
    <li className="border-line grid grid-cols-[2.75rem_minmax(0,1fr)] items-stretch border-b">
      {choose ? (
        <label className="grid min-h-11 cursor-pointer place-items-center">
          <span className="visually-hidden">{says.choose(short)}</span>
          <input type="checkbox" checked={isChosen} onChange={({ target }) => choose(target.checked)} />
        </label>
      ) : (
        <span />
      )}
      <a className="flex min-h-14 flex-col justify-center gap-0.5 py-2" href={deskPaths.order(id)}>
        <span className="desk-order-line">
          <strong className="tabular-nums">{short}</strong>
          <span className="written truncate">{[name, city].filter((part) => part !== '').join(', ')}</span>
          {money && <span className="ml-auto tabular-nums">{formatPrice(money.totalPaise)}</span>}
        </span>
        <span className="desk-order-line text-muted text-sm">
          <span className={needsOwner ? 'text-danger truncate font-semibold' : 'truncate'}>
            {needsOwner ? says.attention : status}
          </span>
          <span>{says.pieces(pieces)}</span>
          {money && <span>{money.paid ? says.paid : method === 'cod' ? says.cash : says.notPaid}</span>}
          <time className="ml-auto" dateTime={new Date(placedAt).toISOString()}>
            {shortDay.format(placedAt)}
          </time>
        </span>
      </a>
    </li>
  );
}
