import type { Filter } from '../../domain/catalogue.ts';
import { formatPrice, formatRupees, rupeesFromPaise } from '../../domain/money.ts';
import { shop } from '../../domain/config.ts';

const { min, max } = shop.priceRangePaise;

/** How the price handles look for a filter: at build, before React and in React. */
export function priceLine({ minPricePaise: from, maxPricePaise: to }: Filter) {
  return {
    /** Of the chosen part, in percent of the line. */
    x: (from / max) * 100,
    width: ((to - from) / max) * 100,
    /** Near the upper end the lower handle lies above, so that two handles at one point can be separated again. */
    isLowAbove: from > (min + max) / 2,
    handles: [from, to].map((paise) => ({
      said: formatPrice(paise),
      shown: formatRupees(rupeesFromPaise(paise)),
    })),
  };
}
