import { goTo } from '../../client/go-to.ts';
import { networkMessages } from '../../contract/messages/page.ts';
import {
  $products,
  $productsStatus,
  type ListedProduct,
  loadProducts,
} from '../../stores/catalogue/catalogue.ts';
import { $authLoading, $token } from '../../stores/session/session.ts';
import { showToast } from '../../stores/page/toasts.ts';
import { $wishlist } from '../../stores/wishlist/wishlist.ts';
import { cardOf, fillCard } from '../../components/shop/wish-card.ts';

/**
 * One card for each wishlist item, first from local data, then updated. The heart removes an item; the shell fetches
 * that code on interaction (features/shell).
 */
const list = required('[data-wishes]');
const empty = required('[data-empty]');
const stale = required('[data-stale]');
const template = required<HTMLTemplateElement>('#wish');
const place = required('[data-place]');

/** The cards drawn so far: an update must keep the focus and the picture of a card that stays. */
const cards = Object.create(null) as Record<string, HTMLElement>;
const places = Object.create(null) as Record<string, Node>;

function draw(): void {
  const ids = $wishlist.get();
  const isEmpty = ids.length === 0;
  // The shopper's wishlist may still be loading: the empty message waits for it.
  if (isEmpty && $authLoading.get() && $token.get()) return;
  const status = $productsStatus.get();
  const items = ids.map((id) => itemOf(id, status === 'fresh'));
  const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
  empty.hidden = !isEmpty;
  list.hidden = isEmpty;
  stale.hidden = status !== 'failed' || isEmpty;
  list.ariaBusy = String(status === 'loading');
  if (items.length === list.childElementCount && items.every((item, at) => list.children[at] === item))
    return;
  list.replaceChildren(...items);
  // The focused button went with its card; the focus moves to the card that takes its place.
  if (focused < 0) return;
  const next = list.children[Math.min(focused, items.length - 1)]?.querySelector<HTMLElement>('[data-wish]');
  (next ?? empty.querySelector('a'))?.focus();
}

function itemOf(id: string, isFresh: boolean): Node {
  const product = $products.get()[id];
  if (product === undefined && !isFresh) {
    places[id] ??= place.cloneNode(true);
    return places[id];
  }
  cards[id] ??= cardOf(template, id);
  fillCard(cards[id], product ?? null, isFresh);
  return cards[id];
}

list.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button');
  const item = button?.closest<HTMLElement>('[data-product]');
  const product = $products.get()[item?.dataset['product'] ?? ''];
  if (!button || !product) return;
  if (button.matches('[data-add]')) void add(product);
  if (button.matches('[data-sold-out]')) goTo(item?.querySelector('a')?.pathname ?? '', { notifyMe: '' });
});

async function add(product: ListedProduct): Promise<void> {
  try {
    (await import('./add-to-cart.ts')).addFromWishlist(product);
  } catch {
    showToast('error', networkMessages.failed);
  }
}

let asked: readonly string[] = [];
function load(): void {
  asked = $wishlist.get();
  void loadProducts(asked);
}

function loadNew(): void {
  if (!$wishlist.get().every((id) => asked.includes(id))) load();
}

required('[data-try-again]').addEventListener('click', load);
document.addEventListener('visibilitychange', () => document.hidden || load());
addEventListener('online', load);
$wishlist.listen(loadNew);
for (const store of [$wishlist, $products, $productsStatus, $authLoading]) store.listen(draw);
loadNew();
draw();

function required<E extends HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(selector);
  return element;
}
