import { useId } from 'react';
import { formatPrice, rupeesFromPaise } from '../../domain/money.ts';
import { shop } from '../../domain/shop.ts';

interface Props {
  minPaise: number;
  maxPaise: number;
  change: (minPaise: number, maxPaise: number) => void;
}

const { min, max } = shop.priceRangePaise;
const STEP_PAISE = 100_00;

/**
 * Two handles on one line, 0 to 12,500 (specification §5): neither passes the other, they may meet. They are the
 * platform's own sliders laid over each other, so that keyboard, touch and screen readers know them.
 */
export function PriceRange({ minPaise, maxPaise, change }: Props) {
  const id = useId();
  const slider = { min, max, step: STEP_PAISE, className: 'price-handle' } as const;
  return (
    <div className="price-range">
      <svg className="price-track" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="2" className="fill-line" />
        <rect
          x={(minPaise / max) * 100}
          width={((maxPaise - minPaise) / max) * 100}
          height="2"
          className="fill-ink"
        />
      </svg>
      <input
        type="range"
        {...slider}
        id={`${id}-from`}
        aria-label="Lowest price"
        aria-valuetext={formatPrice(minPaise)}
        // At the far end the lower handle lies above, else the pair could not be parted again.
        data-above={minPaise > (min + max) / 2}
        value={minPaise}
        onChange={({ currentTarget }) => change(Math.min(currentTarget.valueAsNumber, maxPaise), maxPaise)}
      />
      <input
        type="range"
        {...slider}
        id={`${id}-to`}
        aria-label="Highest price"
        aria-valuetext={formatPrice(maxPaise)}
        value={maxPaise}
        onChange={({ currentTarget }) => change(minPaise, Math.max(currentTarget.valueAsNumber, minPaise))}
      />
      <p className="flex justify-between text-sm font-semibold tabular-nums" aria-hidden="true">
        <span>₹{rupeesFromPaise(minPaise).toLocaleString(shop.currency.locale)}</span>
        <span>₹{rupeesFromPaise(maxPaise).toLocaleString(shop.currency.locale)}</span>
      </p>
    </div>
  );
}
