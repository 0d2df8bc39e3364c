import { handedTo } from '../../client/navigation.ts';
import { whenReached } from '../../client/reach.ts';
import { networkMessages } from '../../contract/messages/network.ts';
import { showToast } from '../../stores/toasts.ts';

/**
 * The collection's HTML is complete; what searches, filters and looks closer is fetched when a shopper reaches for it,
 * or when the address asks for more than the HTML shows.
 */
const wake = whenReached(
  '[data-open-search], [data-toggle-search], [data-open-filter], [data-quick-view], [data-type], [data-more]',
  () => import('./collection.ts'),
  () => {
    // Without its code the list itself must stay readable.
    document.documentElement.removeAttribute('data-narrowed');
    showToast('error', networkMessages.failed);
  },
);
if (location.search !== '' || location.hash !== '' || handedTo(location.pathname)) wake();

const more = document.querySelector('[data-more]:not([hidden])');
if (more) {
  const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && wake(), {
    rootMargin: '1000000px 0px 50%',
  });
  near.observe(more);
}
