import { parseStored } from '../../../client/tab-storage.ts';
import type { DeskOrder } from '../../../contract/desk-orders.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { paidForPieces } from '../../../domain/line-refund.ts';
import { formatPrice, paiseFromRupees } from '../../../domain/money.ts';
import type { ReturnedPieces } from '../../../domain/order.ts';
import { ONE_SIZE } from '../../../domain/product.ts';
import { useDraft } from '../use-draft.ts';
import { AlreadyRefunded } from './OrderPieces.tsx';

type Way = 'all' | 'pieces' | 'amount';

/** The choice of a refund: all that is left, the price of some pieces, or an amount. */
export function useRefundChoice({ id, items, money }: DeskOrder) {
  const [typedWay, setWay, waySaved] = useDraft(`order:${id}:refund-way`, 'pieces');
  const [typedBack, setBack, backSaved] = useDraft(`order:${id}:refund-pieces`, '{}');
  const [rupees, setRupees, rupeesSaved] = useDraft(`order:${id}:refund`);
  const way: Way = ways.find(([each]) => each === typedWay)?.[0] ?? 'pieces';
  const back = (parseStored(typedBack) ?? {}) as Record<number, number>;
  const refunded = money?.refundedPieces ?? [];
  const left = items.map(({ quantity }, line) => quantity - (refunded[line] ?? 0));
  const pieces: ReturnedPieces[] = Object.entries(back)
    .map(([line, quantity]) => ({
      line: Number(line),
      quantity: Math.min(quantity, left[Number(line)] ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
  const priced = items.map((item, line) => ({ ...item, pricePaise: money?.prices[line] ?? 0 }));
  const typed = paiseFromRupees(Number(rupees.replaceAll(',', '')));
  const paise = {
    all: money?.refundablePaise ?? 0,
    pieces: paidForPieces({ items: priced, discount: money?.discount ?? null }, pieces, refunded) ?? 0,
    amount: typed ?? 0,
  }[way];
  const amount = { all: 'all' as const, pieces, amount: paise }[way];
  const isPossible = paise > 0 && paise <= (money?.refundablePaise ?? 0);
  const most = formatPrice(money?.refundablePaise ?? 0);
  return {
    way,
    setWay,
    back,
    left,
    rupees,
    setRupees,
    paise,
    giveBack: (line: number, quantity: number) => setBack(JSON.stringify({ ...back, [line]: quantity })),
    saved: () => {
      for (const drop of [waySaved, backSaved, rupeesSaved]) drop();
    },
    amount: isPossible ? amount : null,
    problem: isPossible ? null : paise > 0 ? says.refundTooMuch(most) : says.refundNothing,
  };
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
  const { way, setWay, back, left, giveBack, rupees, setRupees } = choice;
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
        order.items.map(({ name, size }, line) => (
          <label key={`${name}:${size}`} className="flex min-h-11 items-center gap-3">
            <select
              className="field-input w-18"
              value={Math.min(back[line] ?? 0, left[line] ?? 0)}
              disabled={left[line] === 0}
              onChange={({ target }) => giveBack(line, Number(target.value))}
            >
              {Array.from({ length: (left[line] ?? 0) + 1 }, (_, count) => String(count)).map((count) => (
                <option key={count}>{count}</option>
              ))}
            </select>
            {size === ONE_SIZE ? name : `${name}, ${size}`}
            <AlreadyRefunded count={order.money?.refundedPieces[line] ?? 0} />
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
    </fieldset>
  );
}

/** The amount of the refund, and what can be refunded at most. */
export function RefundSum({ order, choice }: Props) {
  return (
    <p role="status">
      <strong className="tabular-nums">{formatPrice(choice.paise)}</strong>{' '}
      <span className="text-muted">{says.refundLeft(formatPrice(order.money?.refundablePaise ?? 0))}</span>
    </p>
  );
}
