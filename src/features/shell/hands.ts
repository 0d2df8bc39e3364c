import { $theme, toggleTheme } from '../../stores/theme.ts';
import { toggleWishlist } from '../../stores/wishing.ts';
import { renderToasts } from './toasts.ts';

/** What every page needs once a shopper does something: it is fetched at the first sign of that (shell.ts). */
const toasts = document.getElementById('toasts');
if (toasts) renderToasts(toasts);

$theme.subscribe((theme) => {
  document.documentElement.dataset['theme'] = theme;
  for (const button of document.querySelectorAll('[data-toggle-theme]')) {
    button.ariaPressed = String(theme === 'dark');
  }
});

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const heart = target.closest<HTMLElement>('[data-wish]');
  if (heart?.dataset['wish']) toggleWishlist(heart.dataset['wish']);
  if (target.closest('[data-toggle-theme]')) toggleTheme();
});
