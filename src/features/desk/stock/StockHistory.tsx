import { clock, day } from '../../../components/shop/date-formats.ts';
import { deskStockMessages as say } from '../../../contract/messages/desk-stock-and-money.ts';
import { useReading } from '../use-reading.ts';

interface Props {
  productId: string;
  size: string;
}

/** What staff did with a size, newest first. */
export function StockHistory({ productId, size }: Props) {
  const { reply } = useReading('stock.log', { productId, size });
  if (!reply) return null;
  const { entries } = reply;
  return (
    <section className="text-sm">
      <h3 className="font-semibold">{say.history}</h3>
      {entries.length === 0 && <p className="text-muted">{say.noHistory}</p>}
      <ol>
        {entries.map(({ at, who, before, after, reason }) => (
          <li key={at} className="border-line border-t py-1.5 wrap-anywhere">
            <span className="text-muted">
              {day.format(at)}, {clock.format(at)}
            </span>{' '}
            {say.entry(who, numberIn(before), numberIn(after))}
            {reason !== undefined && <span className="text-muted"> ({reason})</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** An entry has `{ pieces }`, or `{ shelf }` of a count. */
function numberIn(value: unknown): string {
  return Object.values((value ?? {}) as Record<string, unknown>).join(', ');
}
