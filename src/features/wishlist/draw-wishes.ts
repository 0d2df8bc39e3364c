import { goTo } from '../../client/go-to.ts';
import { networkMessages } from '../../contract/messages/network.ts';
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
 * A card for each heart of the wishlist, at once from what this device knows, then as it is now. To take a piece out is a
 * heart's work, which the shell fetches on interaction (features/shell).
 */
const list = required('[data-wishes]');
const empty = required('[data-empty]');
const stale = required('[data-stale]');
const template = required<HTMLTemplateElement>('#wish');
const place = required('[data-place]');

/** The cards drawn so far: a change must not take the focus or the picture from a card that stays. */
const cards = new Map<string, HTMLElement>();
const places = new Map<string, Node>();

function draw(): void {
  const ids = $wishlist.get();
  const isEmpty = ids.length === 0;
  // A shopper's list may still be on its way: an empty one is not called empty before.
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
  // The button that had the focus went with its card; the keyboard goes on from the one that takes its place.
  if (focused < 0) return;
  const next = list.children[Math.min(focused, items.length - 1)]?.querySelector<HTMLElement>('[data-wish]');
  (next ?? empty.querySelector('a'))?.focus();
}

function itemOf(id: string, isFresh: boolean): Node {
  const product = $products.get()[id];
  if (product === undefined && !isFresh) return known(places, id, () => place.cloneNode(true));
  const card = known(cards, id, () => cardOf(template, id));
  fillCard(card, product ?? null, isFresh);
  return card;
}

function known<N>(nodes: Map<string, N>, id: string, make: () => N): N {
  const node = nodes.get(id) ?? make();
  nodes.set(id, node);
  return node;
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
