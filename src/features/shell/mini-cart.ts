import type { paths } from '../../contract/paths.ts';
import { $added } from '../../stores/cart/cart-changes.ts';

const CART = '/cart' satisfies typeof paths.cart;
const BUY_BOX = 'form[data-buy]';

/**
 * The cart stands over the page that puts something in (components/shop/mini-cart). It is fetched at the first touch of a
 * buy box, and at the latest when something was put in. Who saves data pays for it only then.
 */
export function showCartOnceFilled(): void {
  let isAsked = false;
  const bring = () => {
    if (isAsked) return;
    isAsked = true;
    // Beside its code: the page has its HTML.
    const page = fetch(CART);
    page.catch(() => undefined);
    import('../../components/shop/mini-cart.ts').then(
      ({ wakeMiniCart }) => wakeMiniCart(page),
      () => {
        // The next touch asks again.
        isAsked = false;
      },
    );
  };
  if (document.documentElement.dataset['sparing'] === undefined) {
    for (const sign of ['pointerdown', 'focusin', 'change'] as const) {
      document.addEventListener(sign, ({ target }) => {
        if (target instanceof Element && target.closest(BUY_BOX)) bring();
      });
    }
    // The touch that fetched this file.
    if (document.querySelector(`${BUY_BOX} input:checked`)) bring();
  }
  $added.subscribe((added) => {
    if (added) bring();
  });
}
