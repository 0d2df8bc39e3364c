import { whenReached } from '../../client/reach.ts';
import { networkMessages } from '../../contract/messages/network.ts';
import { $products, $productsStatus, loadProducts } from '../../stores/catalogue.ts';
import { $authLoading, $token } from '../../stores/session.ts';
import { showToast } from '../../stores/toasts.ts';
import { $wishlist } from '../../stores/wishlist.ts';
import { cardOf, fillCard } from './wish-card.ts';

/** The wishlist page's own script: a card for each heart, at once from what this device knows, then as it is now. */
const list = required<HTMLElement>('[data-wishes]');
const empty = required<HTMLElement>('[data-empty]');
const stale = required<HTMLElement>('[data-stale]');
const template = required<HTMLTemplateElement>('#wish');
const place = required<HTMLElement>('[data-place]');

/** The cards drawn so far: a change must not take the focus or the picture from a card that stays. */
const cards = new Map<string, HTMLElement>();
const places = new Map<string, Node>();

function draw(): void {
  const ids = $wishlist.get();
  const status = $productsStatus.get();
  // A shopper's list may still be on its way: an empty one is not called empty before.
  const isKnown = !$authLoading.get() || !$token.get() || ids.length > 0;
  if (!isKnown) return;
  empty.hidden = ids.length > 0;
  stale.hidden = status !== 'failed' || ids.length === 0;
  list.ariaBusy = String(status === 'loading');
  list.hidden = ids.length === 0;
  const items = ids.map(itemOf);
  if (items.some((item, at) => list.children[at] !== item) || items.length !== list.childElementCount) {
    list.replaceChildren(...items);
  }
}

function itemOf(id: string): Node {
  const product = $products.get()[id];
  const isFresh = $productsStatus.get() === 'fresh';
  if (product === undefined && !isFresh) return placeOf(id);
  const card = cards.get(id) ?? cardOf(template, id);
  cards.set(id, card);
  fillCard(card, product ?? null, isFresh);
  return card;
}

function placeOf(id: string): Node {
  const present = places.get(id) ?? place.cloneNode(true);
  places.set(id, present);
  return present;
}

whenReached(
  '[data-wishes] button',
  () => import('./wish-actions.ts'),
  () => showToast('error', networkMessages.failed),
);

let asked = '';
function loadNew(): void {
  const ids = $wishlist.get();
  if (ids.every((id) => asked.split(' ').includes(id))) return;
  load();
}

function load(): void {
  asked = $wishlist.get().join(' ');
  void loadProducts($wishlist.get());
}

required('[data-try-again]').addEventListener('click', load);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') load();
});
addEventListener('online', load);
$wishlist.listen(loadNew);
for (const store of [$wishlist, $products, $productsStatus, $authLoading]) store.listen(draw);
loadNew();
draw();

function required<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(`The wishlist page has no ${selector}`);
  return element;
}
