import { $theme, toggleTheme } from '../../stores/page/theme.ts';
import { showKeptToast } from '../../stores/page/toasts.lazy.ts';
import { showToast } from '../../stores/page/toasts.ts';
import { toggleWishlist } from '../../stores/wishlist/wishlist-actions.ts';
import { goTo } from '../../client/go-to.ts';
import type { paths } from '../../contract/paths.ts';
import { $token } from '../../stores/session/session.ts';
import { showCartOnceFilled } from './mini-cart.ts';
import { renderToasts } from './toasts.ts';

const LOGIN = '/login' satisfies typeof paths.login;

/** Code that every page needs on interaction; shell.ts fetches it at the first one. */
const toasts = document.getElementById('toasts');
if (toasts) renderToasts(toasts);
showKeptToast();
// From now on, a toast says what stood in the page.
const offline = document.getElementById('offline');
offline?.remove();
addEventListener('offline', () => showToast('info', offline?.textContent.trim() ?? ''));
showCartOnceFilled();

$theme.subscribe((theme) => {
  document.documentElement.dataset['theme'] = theme;
  for (const button of document.querySelectorAll('[data-toggle-theme]')) {
    button.ariaPressed = String(theme === 'dark');
  }
});

// The first panel that opens fetches the code for dragging it away.
const drag = () => import('../../components/shop/drawers.ts').catch(() => undefined);
if (document.querySelector(':popover-open, dialog[open]')) void drag();
else addEventListener('toggle', drag, { capture: true, once: true });

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const wished = target.closest('[data-wish]')?.closest<HTMLElement>('[data-product]');
  if (wished?.dataset['product']) toggleWishlist(wished.dataset['product']);
  if (target.closest('[data-toggle-theme]')) toggleTheme();
});

$token.subscribe((token) => {
  if (!token) return;
  import('../../components/shop/unread-mark.ts').then(
    ({ showUnread }) => showUnread(document),
    () => undefined,
  );
});

// Whether this page view is measured; a build that measures none has no script for it.
const sample = import.meta.env.WEB_VITALS_SAMPLE;
if (sample > 0 && Math.random() * sample < 1) import('./web-vitals.ts').catch(() => undefined);

// A visitor's cart requires login: this link skips one page. Without this code the cart page redirects.
document.addEventListener('click', (event) => {
  const { target, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
  const link =
    target instanceof Element && target.closest<HTMLAnchorElement>('[href="/cart"],[href="/place-order"]');
  if (!link || $token.get() || defaultPrevented || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  goTo(LOGIN, { from: link.pathname });
});
