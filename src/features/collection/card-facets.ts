import { type Facets, sizes } from '../../domain/catalogue.ts';

/**
 * What filters look at, read from the cards of the page (ProductCard.astro). They stand there in the order of
 * no sort chosen, so their order takes the place of the days.
 */
export function facetsFrom(cards: ArrayLike<HTMLElement>): Facets[] {
  return Array.from(cards, (card, index) => {
    const { product: id = '', kind: subCategory = '', sizes: own = '' } = card.dataset;
    const price = card.querySelector('[data-card-price]')?.textContent ?? '';
    return {
      id,
      // The last price is the one to pay, in rupees with two decimals.
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
    };
  });
}
