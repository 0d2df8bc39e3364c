import { maxQuantityPerLine } from '../../domain/config.ts';
import { paiseFromRupees } from '../../domain/money.ts';
import type { ListedProduct } from '../../stores/catalogue/catalogue.ts';

/**
 * The product of a buy box, read from the HTML around it: on its page and in the quick view. Undefined if data is
 * missing.
 */
export function productAround(form: HTMLFormElement): ListedProduct | undefined {
  const article = form.closest<HTMLElement>('[data-product]');
  const image = article?.querySelector('img');
  const id = form.dataset['buy'];
  const name = article?.querySelector('h1, h2')?.textContent.trim();
  const picture = new URLSearchParams(image?.getAttribute('src')?.split('?')[1]).get('url');
  const price = form.querySelector<HTMLElement>('[data-price]')?.dataset['price'] ?? '';
  const pricePaise = paiseFromRupees(Number(price.replace(/[^\d.]/g, '')));
  if (!id || !name || !picture || pricePaise === null) return undefined;
  const sizes = [...form.querySelectorAll<HTMLElement>('[data-size]')];
  return {
    id,
    name,
    pricePaise,
    earlyOrder: form.dataset['early'] !== undefined,
    picture,
    pictureAlt: image?.alt ?? '',
    stock: Object.fromEntries(sizes.map(({ dataset }) => [dataset['size'] ?? '', leftOf(dataset)])),
  };
}

/** Until the live stock has loaded, a page knows only whether there is any. */
function leftOf({ left, out }: DOMStringMap): number {
  if (left !== undefined) return Number(left);
  return out === 'true' ? 0 : maxQuantityPerLine;
}
