import { type Facets, sizes } from '../../domain/catalogue.ts';

/**
 * Reads what filters need from the cards of the page (ProductCard.astro). The cards are in the default order, so their
 * position replaces the date.
 */
export function facetsFrom(cards: ArrayLike<HTMLElement>): Facets[] {
  return Array.from(cards, (card, index) => {
    const { product: id = '', kind: subCategory = '', sizes: own = '' } = card.dataset;
    const price = card.querySelector('[data-card-price]')?.textContent ?? '';
    return {
      id,
      // The last price is the selling price, in rupees with two decimals.
      pricePaise: Number(
        price
          .match(/[\d,]+\.\d\d/g)
          ?.at(-1)
          ?.replace(/\D/g, ''),
      ),
      sizes: sizes.filter((size) => own.split(' ').includes(size)),
      subCategory,
      addedOn: String(cards.length - index).padStart(9, '0'),
      earlyOrder: card.querySelector('[data-card-early]') !== null,
      soldOut: card.querySelector('[data-sold-out]:not([hidden])') !== null,
    };
  });
}
