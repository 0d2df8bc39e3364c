import { whenIdle } from '../../client/on-interaction.ts';
import type { paths } from '../../contract/paths.ts';
import { $added } from '../../stores/cart/cart-changes.ts';

const CART = '/cart' satisfies typeof paths.cart;
const BUY_BOX = 'form[data-buy]';

/**
 * The mini cart opens over the page after an item is added (components/shop/mini-cart). It is fetched 0.2 s after
 * a touch of a buy box, or when an item is added. A shopper who saves data gets it only then.
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
        if (!isAsked && target instanceof Element && target.closest(BUY_BOX)) whenIdle(bring, 200);
      });
    }
    // The touch that fetched this file.
    if (document.querySelector(`${BUY_BOX} input:checked`)) bring();
  }
  $added.subscribe((added) => {
    if (added) bring();
  });
}
