import { $theme, toggleTheme } from '../../stores/theme.ts';
import { toggleWishlist } from '../../stores/wishing.ts';
import { tabKeys, writeTab } from '../../client/tab.ts';
import { showCartOnceFilled } from './mini-cart.ts';
import { renderToasts } from './toasts.ts';

/** What every page needs once a shopper does something: it is fetched at the first sign of that (shell.ts). */
const toasts = document.getElementById('toasts');
if (toasts) renderToasts(toasts);
showCartOnceFilled();

$theme.subscribe((theme) => {
  document.documentElement.dataset['theme'] = theme;
  for (const button of document.querySelectorAll('[data-toggle-theme]')) {
    button.ariaPressed = String(theme === 'dark');
  }
});

// The first thing that slides over the page brings what lets a finger drag it away.
const drag = () => import('../../components/shop/drawers.ts').catch(() => undefined);
if (document.querySelector(':popover-open, dialog[open]')) void drag();
else addEventListener('toggle', drag, { capture: true, once: true });

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  // What was tapped is what the product's page opens with (components/shop/card-picture.js).
  const picture = target.closest('.card')?.querySelector('img');
  if (picture) writeTab(tabKeys.cardPicture, picture.currentSrc);
  const heart = target.closest<HTMLElement>('[data-wish]');
  if (heart?.dataset['wish']) toggleWishlist(heart.dataset['wish']);
  if (target.closest('[data-toggle-theme]')) toggleTheme();
});
