import '../../components/shop/drawers.ts';
import { collectionMessages } from '../../contract/messages/catalogue.ts';
import { afterPaint } from '../../client/after-paint.ts';
import { takeNavigationState } from '../../client/navigation-state.ts';
import { paths } from '../../contract/paths.ts';
import {
  type Card,
  $listing,
  $results,
  followAddress,
  hasMore,
  openListing,
  search,
  showMore,
} from '../../stores/catalogue/listing.ts';
import { cardFrom } from '../../components/shop/product-card.ts';
import { facetsFrom } from './card-facets.ts';
import { renderChips } from './filter-chips.ts';
import { activateFilterDrawer } from './filter-drawer.ts';
import { markWords } from './highlight-words.ts';
import { activateQuickView } from './quick-view.ts';
import { openSearch } from './search-panel.ts';
import { activateSuggestions } from './suggestions.ts';
import { activateTypeRail } from './type-rail.ts';

/** All interactions of the collection: the grid, the search panel and the chips, over stores/catalogue/listing. */
const grid = required<HTMLElement>('[data-grid]');
const template = required<HTMLTemplateElement>('#card');
const status = required<HTMLElement>('[data-status]');
const spinner = required<HTMLElement>('[data-spinner]');
const count = required<HTMLElement>('[data-result-count]');
const more = required<HTMLElement>('[data-more]');
const panel = required<HTMLElement>('#search');
const field = required<HTMLInputElement>('#search input');

const known = new Map<string, HTMLElement>();
for (const item of grid.children) {
  const id = item.querySelector<HTMLElement>('[data-product]')?.dataset['product'];
  if (id && item instanceof HTMLElement) known.set(id, item);
}

$results.listen((results) => {
  grid.ariaBusy = String(results.state !== 'shown');
  spinner.hidden = results.state !== 'loading';
  if (results.state !== 'shown') {
    say(status, results.state === 'searching' ? collectionMessages.searching : '');
    return;
  }
  const items = results.cards.map(itemOf);
  if (items.length !== grid.children.length || items.some((item, index) => item !== grid.children[index])) {
    grid.replaceChildren(...items);
  }
  say(status, results.count === 0 ? collectionMessages.none : (results.said ?? ''));
  say(count, collectionMessages.count(results.count));
  more.hidden = !hasMore(results);
  const { search: text } = $listing.get();
  for (const item of items) markWords(item.querySelector('[data-card-name]'), text);
  document.documentElement.removeAttribute('data-narrowed');
});

/** Writing the same text again would announce it again. */
function say(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

function itemOf(card: Card): HTMLElement {
  const id = typeof card === 'string' ? card : card._id;
  const present = known.get(id);
  if (present) return present;
  if (typeof card === 'string') throw new Error(`The page has no card for ${id}`);
  const made = cardFrom(template, card);
  known.set(id, made);
  return made;
}

// A search may also start in the filter drawer or the URL: the panel shows it. The text being typed stays.
$listing.listen(({ search: text }) => {
  if (text !== '') panel.hidden = false;
  if (document.activeElement !== field) field.value = text;
});
// Paints the typed character first, then updates the list.
field.addEventListener('input', () => void afterPaint().then(() => search(field.value)));
field.form?.addEventListener('submit', (event) => event.preventDefault());
field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && field.value === '') openSearch(false);
});

/** Arrow keys move from the field into the results and among them. Enter opens a result because each is a link. */
document.addEventListener('keydown', (event) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || $listing.get().search === '') return;
  const stops = [field, ...grid.querySelectorAll<HTMLElement>('[data-card-name]')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  event.preventDefault();
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
});

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-more]')) return;
  event.preventDefault();
  void showMore();
});
new IntersectionObserver(
  ([entry]) => {
    if (entry?.isIntersecting) void showMore();
  },
  // Also after a jump past it: everything above the viewport counts as reached.
  { rootMargin: '1000000px 0px 50%' },
).observe(more);

renderChips(required('[data-chips]'));
activateTypeRail(document.querySelectorAll<HTMLAnchorElement>('[data-type]'));
activateSuggestions(panel);
activateQuickView(required('#quick-view'));

// Text that was typed before this script arrived.
const typed = field.value;
openListing(
  {
    facets: facetsFrom(grid.querySelectorAll<HTMLElement>('[data-product]')),
    start: Number(more.dataset['start']),
    total: Number(more.dataset['total']),
  },
  new URLSearchParams(location.search),
);
if (typed !== '') search(typed);
activateFilterDrawer(required('#filter-drawer'), required('[data-open-filter]'));
addEventListener('popstate', () => {
  // A product that was opened in place (features/product/open-product.ts) has its own URL.
  if (location.pathname.startsWith(paths.collection)) followAddress(new URLSearchParams(location.search));
});
// The bar's link sets a hash if the tap came before any script. Both are cleared once carried out.
const asksForSearch = takeNavigationState(paths.collection).openSearch || location.hash === '#search';
if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
if (asksForSearch) openSearch(true);

function required<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(`The collection page has no ${selector}`);
  return element;
}
