import { useState } from 'react';
import type { DeskOrder } from '../../../contract/desk-orders.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { paidForPieces, type ReturnedPieces } from '../../../domain/line-refund.ts';
import { formatPrice, paiseFromRupees } from '../../../domain/money.ts';
import { ONE_SIZE } from '../../../domain/product.ts';
import { useDraft } from '../use-draft.ts';

type Way = 'all' | 'pieces' | 'amount';

/** What goes back: everything that is left, what was paid for some pieces, or an amount. */
export function useRefundChoice({ id, items, money }: DeskOrder) {
  const [way, setWay] = useState<Way>('pieces');
  const [back, setBack] = useState<Record<number, number>>({});
  const [rupees, setRupees, saved] = useDraft(`order:${id}:refund`);
  const pieces: ReturnedPieces[] = Object.entries(back)
    .map(([line, quantity]) => ({ line: Number(line), quantity }))
    .filter(({ quantity }) => quantity > 0);
  const priced = items.map((item, line) => ({ ...item, pricePaise: money?.prices[line] ?? 0 }));
  const typed = paiseFromRupees(Number(rupees));
  const paise = {
    all: money?.refundablePaise ?? 0,
    pieces: paidForPieces({ items: priced, discount: money?.discount ?? null }, pieces) ?? 0,
    amount: typed ?? 0,
  }[way];
  const amount = { all: 'all' as const, pieces, amount: paise }[way];
  const isPossible = paise > 0 && paise <= (money?.refundablePaise ?? 0);
  return { way, setWay, back, setBack, rupees, setRupees, saved, paise, amount: isPossible ? amount : null };
}

interface Props {
  order: DeskOrder;
  choice: ReturnType<typeof useRefundChoice>;
}

const ways = [
  ['pieces', says.refundPieces],
  ['amount', says.refundAmount],
  ['all', says.refundAll],
] as const;

export function RefundChoice({ order, choice }: Props) {
  const { way, setWay, back, setBack, rupees, setRupees, paise } = choice;
  return (
    <fieldset className="grid gap-1">
      <legend className="visually-hidden">{says.refund}</legend>
      {ways.map(([each, label]) => (
        <label key={each} className="flex min-h-11 items-center gap-3">
          <input type="radio" name="desk-refund" checked={way === each} onChange={() => setWay(each)} />
          {label}
        </label>
      ))}
      {way === 'pieces' &&
        order.items.map(({ name, size, quantity }, line) => (
          <label key={`${name}:${size}`} className="flex min-h-11 items-center gap-3">
            <select
              className="field-input w-18"
              value={back[line] ?? 0}
              onChange={({ target }) => setBack({ ...back, [line]: Number(target.value) })}
            >
              {Array.from({ length: quantity + 1 }, (_, count) => String(count)).map((count) => (
                <option key={count}>{count}</option>
              ))}
            </select>
            {size === ONE_SIZE ? name : `${name}, ${size}`}
          </label>
        ))}
      {way === 'amount' && (
        <label className="field">
          <span className="field-label">{says.refundAmount}</span>
          <input
            className="field-input w-18"
            inputMode="decimal"
            value={rupees}
            onChange={({ target }) => setRupees(target.value)}
          />
        </label>
      )}
      <p role="status">
        <strong className="tabular-nums">{formatPrice(paise)}</strong>{' '}
        <span className="text-muted">{says.refundLeft(formatPrice(order.money?.refundablePaise ?? 0))}</span>
      </p>
    </fieldset>
  );
}
