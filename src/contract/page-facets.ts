import { type Facets, sizes, subCategories } from '../domain/catalogue.ts';

/**
 * What filters look at, as a page of the collection carries it beside its cards: price in paise, sizes as bits, the
 * place of the type, and the day if it is not the day of the row before. Ids stand on the cards, which have the same order.
 */
type Row =
  | [pricePaise: number, sizes: number, type: number]
  | [pricePaise: number, sizes: number, type: number, addedOn: string];

export interface PageFacets {
  rows: readonly Row[];
  /** The place of the first product in the whole list. */
  start: number;
  /** Products in the whole catalogue, on the page or not. */
  total: number;
}

export function packFacets(products: readonly Facets[]): Row[] {
  return products.map(({ pricePaise, sizes: own, subCategory, addedOn }, index) => {
    const bits = sizes.reduce((sum, size, place) => sum + (own.includes(size) ? 2 ** place : 0), 0);
    const type = subCategories.findIndex(({ name }) => name === subCategory);
    return addedOn === products[index - 1]?.addedOn
      ? [pricePaise, bits, type]
      : [pricePaise, bits, type, addedOn];
  });
}

export function unpackFacets(rows: readonly Row[], ids: readonly string[]): Facets[] {
  let day = '';
  return rows.map(([pricePaise, bits, type, addedOn], index) => {
    day = addedOn ?? day;
    return {
      id: ids[index] ?? '',
      pricePaise,
      sizes: sizes.filter((_, place) => (bits >> place) & 1),
      subCategory: subCategories[type]?.name ?? '',
      addedOn: day,
    };
  });
}
