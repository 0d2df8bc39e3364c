/**
 * Runs once the page is at rest, if its HTML shows what the address asks for. The first script does not contain this
 * code, because no shopper waits for it.
 */
const grid = document.querySelector<HTMLElement>('[data-grid]') as HTMLElement;
/** Cards in a row on the widest screens (domain/catalogue). */
const ROW = 4;

/**
 * The HTML has the stock of its build. Products of the first row that have sold out since change places with the next
 * ones that can be bought, as in the answers of the list call. Never after a sign of the shopper, because no card may
 * move from under a finger.
 */
function keepFirstRowBuyable(): void {
  // The listing's code sets aria-busy when it takes over the order.
  if (scrollY > 0 || grid.ariaBusy !== null || grid.matches(':hover')) return;
  const cards = [...grid.children] as HTMLElement[];
  const next = cards
    .slice(ROW)
    .filter((card) => !isSoldOut(card) && card.querySelector('[data-card-early]') === null);
  for (const card of cards.slice(0, ROW).filter(isSoldOut)) swap(card, next.shift());
}

const isSoldOut = (card: HTMLElement): boolean =>
  card.querySelector('[data-sold-out]:not([hidden])') !== null;

function swap(one: HTMLElement, other: HTMLElement | undefined): void {
  if (!other) return;
  const place = document.createComment('');
  other.replaceWith(place);
  one.replaceWith(other);
  place.replaceWith(one);
}

keepFirstRowBuyable();
// The answer about the stock shows and hides badges, and may come later.
const badges = new MutationObserver(keepFirstRowBuyable);
badges.observe(grid, { subtree: true, attributeFilter: ['hidden'] });
for (const sign of ['pointerdown', 'keydown', 'scroll'])
  addEventListener(sign, () => badges.disconnect(), { once: true, capture: true });

// Cards far below the window are left out of styling from now on, because an open dialog restyles all others.
// All cards are measured before the first one is marked: a mark between two measurements causes another layout.
const farBelow = [...grid.children].filter((card) => card.getBoundingClientRect().top > 2 * innerHeight);
for (const card of farBelow) (card as HTMLElement).dataset['settled'] = '';

// Makes this file a module, so that its names are its own.
export {};
