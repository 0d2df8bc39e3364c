import { type Filter, noFilter } from '../../domain/catalogue.ts';
import { rupeesFromPaise } from '../../domain/money.ts';
import { PRICE_STEP } from '../../stores/catalogue/filter-draft.ts';
import { priceLine } from './price-line.ts';

const min = rupeesFromPaise(noFilter.minPricePaise);
const max = rupeesFromPaise(noFilter.maxPricePaise);

/**
 * Two handles on one line, 0 to 12,500: they may meet but not pass each other. They are two native sliders on top of
 * each other, so that keyboard, touch and screen readers work.
 */
export function PriceRange({ filter }: { filter: Filter }) {
  const { x, width, isLowAbove, handles } = priceLine(filter);
  const slider = { min, max, step: PRICE_STEP, className: 'price-handle' } as const;
  return (
    <div className="price-range">
      <svg className="price-track" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="2" className="fill-line" />
        <rect x={x} width={width} height="2" className="fill-ink" />
      </svg>
      <input
        type="range"
        {...slider}
        name="minPrice"
        aria-label="Lowest price"
        aria-valuetext={handles[0]?.said}
        data-above={isLowAbove}
        defaultValue={min}
      />
      <input
        type="range"
        {...slider}
        name="maxPrice"
        aria-label="Highest price"
        aria-valuetext={handles[1]?.said}
        defaultValue={max}
      />
      <p className="flex justify-between text-sm font-semibold tabular-nums" aria-hidden="true">
        {handles.map(({ shown }, index) => (
          <span key={index === 0 ? 'from' : 'to'}>{shown}</span>
        ))}
      </p>
    </div>
  );
}
