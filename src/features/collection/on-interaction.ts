import { hasNavigationState } from '../../client/navigation.ts';
import { onFirstInteraction, onInteraction } from '../../client/on-interaction.ts';
import { networkMessages } from '../../contract/messages/network.ts';
import { showToast } from '../../stores/page/toasts.ts';
import { openSearch, searchPanel } from './search-panel.ts';

/**
 * The collection's HTML is complete; what searches, filters and looks closer is fetched when a shopper reaches for it,
 * or when the address asks for more than the HTML shows. What a tap shows needs none of it and comes at once: a panel
 * opens, a type is marked.
 */
addEventListener(
  'click',
  (event) => {
    const control = (event.target as Element).closest<HTMLElement>(
      '[data-open-search], [data-toggle-search], [data-open-filter], [data-type]',
    );
    if (!control || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const { type, openFilter, toggleSearch } = control.dataset;
    if (type !== undefined) markType(control);
    else if (openFilter === undefined) {
      event.preventDefault();
      // The link in the bar opens, the button on the page closes as well.
      openSearch(toggleSearch === undefined || searchPanel.hidden === true);
    }
    // The platform opens the drawer by itself if it knows the button's command.
    else if (!('commandForElement' in control)) {
      document.querySelector<HTMLDialogElement>('#filter-drawer')?.showModal();
    }
    wake();
  },
  true,
);

const wake = onInteraction(
  '[data-quick-view], [data-type], [data-more], #filter-drawer form[data-tap], #filter-drawer [type=reset]',
  () => import('./collection.ts'),
  () => {
    // Without its code the list itself must stay readable.
    document.documentElement.removeAttribute('data-narrowed');
    markType(document.querySelector('[data-type=""]'));
    showToast('error', networkMessages.failed);
  },
);
if (location.search !== '' || location.hash !== '' || hasNavigationState(location.pathname)) wake();

// The products after these come by themselves when a shopper scrolls to them.
if (document.querySelector('[data-more]:not([hidden])')) onFirstInteraction(wake);

function markType(shown: Element | null): void {
  for (const type of document.querySelectorAll('[data-type]')) {
    type.ariaCurrent = type === shown ? 'true' : null;
  }
}
