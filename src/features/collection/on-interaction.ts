import { afterPaint } from '../../client/after-paint.ts';
import { hasNavigationState } from '../../client/navigation.ts';
import { onFirstInteraction, onInteraction } from '../../client/on-interaction.ts';
import { networkMessages } from '../../contract/messages/page.ts';
import { showToast } from '../../stores/page/toasts.ts';
import { openSearch, searchPanel } from './search-panel.ts';

/**
 * The collection's HTML is complete. Code for search, filter and quick view is fetched on interaction, or when the URL
 * asks for more than the HTML shows. The first response to a tap (open a panel, mark a type) needs none of it.
 */
addEventListener(
  'click',
  async (event) => {
    const control = (event.target as Element).closest<HTMLElement>(
      '[data-open-search], [data-toggle-search], [data-open-filter], [data-type]',
    );
    if (!control || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const { type, openFilter, toggleSearch } = control.dataset;
    if (type !== undefined) markType(control);
    else {
      event.preventDefault();
      // The link in the bar opens; the button on the page also closes.
      if (openFilter === undefined) openSearch(toggleSearch === undefined || searchPanel.hidden === true);
      else await openFilters(control);
    }
    // The panel is painted first: fetching code within the tap costs a slow phone 20 ms.
    await afterPaint();
    wake();
  },
  true,
);

const wake = onInteraction(
  '[data-quick-view], [data-type], [data-more], #filter-drawer form[data-tap], #filter-drawer [type=reset]',
  () => import('./collection.ts'),
  () => {
    // If the code fails to load, the list itself must stay readable.
    document.documentElement.removeAttribute('data-narrowed');
    markType(document.querySelector('[data-type=""]'));
    showToast('error', networkMessages.failed);
  },
);
if (location.search || location.hash || hasNavigationState(location.pathname)) wake();
else {
  // No card moves after a sign of the shopper.
  let isTouched = false;
  onFirstInteraction(() => (isTouched = true));
  // The live stock has come (components/shop/live-stock): the HTML has that of its build.
  document.addEventListener('stock', () => {
    const soldOut = document.querySelector('[data-grid] > :nth-child(-n+4) [data-sold-out]:not([hidden])');
    if (soldOut && !isTouched) void import('./first-row.ts');
  });
}

// The next products load when the shopper scrolls to them.
if (document.querySelector('[data-more]:not([hidden])')) onFirstInteraction(wake);

/**
 * An open modal dialog restyles the whole page, which takes a slow phone longer than the answer to a tap may. So the button
 * answers in the first frame, and the drawer opens in the next. Before this script arrives, the button's command opens it.
 */
async function openFilters(button: HTMLElement): Promise<void> {
  button.classList.toggle('text-accent');
  await afterPaint();
  (document.querySelector('#filter-drawer') as HTMLDialogElement).showModal();
  button.classList.toggle('text-accent');
}

function markType(shown: Element | null): void {
  for (const type of document.querySelectorAll('[data-type]')) {
    type.ariaCurrent = type === shown ? 'true' : null;
  }
}
