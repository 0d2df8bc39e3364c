import { afterPaint } from '../../client/after-paint.ts';
import type { paths } from '../../contract/paths.ts';
import { $added } from '../../stores/cart/cart-changes.ts';

const CART = '/cart' satisfies typeof paths.cart;
const BUY_BOX = 'form[data-buy]';

/**
 * The mini cart opens over the page after an item is added (components/shop/mini-cart). It is fetched after the first
 * touch of a buy box has been answered, or when an item is added. A shopper who saves data gets it only then.
 */
export function showCartOnceFilled(): void {
  let isAsked = false;
  const bring = () => {
    if (isAsked) return;
    isAsked = true;
    // In parallel with its code; the page contains its HTML.
    const page = fetch(CART);
    page.catch(() => undefined);
    import('../../components/shop/mini-cart.ts').then(
      ({ activateMiniCart }) => activateMiniCart(page),
      () => {
        // The next touch tries again.
        isAsked = false;
      },
    );
  };
  if (document.documentElement.dataset['sparing'] === undefined) {
    for (const sign of ['click', 'focusin'] as const) {
      document.addEventListener(sign, ({ target }) => {
        if (target instanceof Element && target.closest(BUY_BOX)) void afterPaint().then(bring);
      });
    }
    // The touch that fetched this file.
    if (document.querySelector(`${BUY_BOX} input:checked`)) bring();
  }
  $added.subscribe((added) => {
    if (added) bring();
  });
}
