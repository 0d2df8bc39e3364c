import type { Facets } from '../domain/catalogue.ts';

/**
 * What filters look at, as the collection page carries it: a column for each facet, because numbers beside their like take
 * half the bytes of a record for each product. The ids stand in the page's cards, in the same order.
 */
export interface CarriedFacets {
  pricesPaise: readonly number[];
  types: Column;
  sizes: Column;
  days: Column;
}

/** The different values, and for each product the place of its own among them. */
interface Column {
  values: readonly string[];
  of: readonly number[];
}

export function packFacets(facets: readonly Facets[]): CarriedFacets {
  return {
    pricesPaise: facets.map(({ pricePaise }) => pricePaise),
    types: column(facets.map(({ subCategory }) => subCategory)),
    sizes: column(facets.map(({ sizes }) => sizes.join(' '))),
    days: column(facets.map(({ addedOn }) => addedOn)),
  };
}

function column(all: readonly string[]): Column {
  const values = [...new Set(all)];
  return { values, of: all.map((value) => values.indexOf(value)) };
}

export function unpackFacets(
  { pricesPaise, types, sizes, days }: CarriedFacets,
  ids: readonly string[],
): Facets[] {
  const at = ({ values, of }: Column, index: number) => values[of[index] ?? 0] ?? '';
  return ids.map((id, index) => ({
    id,
    pricePaise: pricesPaise[index] ?? 0,
    sizes: at(sizes, index).split(' ').filter(Boolean),
    subCategory: at(types, index),
    addedOn: at(days, index),
  }));
}
