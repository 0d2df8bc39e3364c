/**
 * Products of the first row that have sold out since the build change places with the next ones that can be bought, as in
 * the answers of the list call. Loads if the live stock names such a product; no shopper waits for it.
 */
const grid = document.querySelector<HTMLElement>('[data-grid]') as HTMLElement;
/** Cards in a row on the widest screens (domain/catalogue). */
const ROW = 4;

const isSoldOut = (card: HTMLElement): boolean =>
  card.querySelector('[data-sold-out]:not([hidden])') !== null;

function swap(one: HTMLElement, other: HTMLElement | undefined): void {
  if (!other) return;
  const place = document.createComment('');
  other.replaceWith(place);
  one.replaceWith(other);
  place.replaceWith(one);
}

// No card may move from under a finger. The listing's code sets aria-busy when it takes over the order.
if (scrollY === 0 && grid.ariaBusy === null && !grid.matches(':hover, :focus-within')) {
  const cards = [...grid.children] as HTMLElement[];
  const next = cards
    .slice(ROW)
    .filter((card) => !isSoldOut(card) && card.querySelector('[data-card-early]') === null);
  for (const card of cards.slice(0, ROW).filter(isSoldOut)) swap(card, next.shift());
}

// Makes this file a module, so that its names are its own.
export {};
