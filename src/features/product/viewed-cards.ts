import { call } from '../../client/api.ts';
import { cardFrom } from '../../components/shop/product-card.ts';

/**
 * Places for the recently viewed products exist at once, at the end of the page; the cards load when they come near.
 */
export function showWhenNear(section: HTMLElement, ids: readonly string[]): void {
  const places = ids.map(() => {
    const place = document.createElement('li');
    place.className = 'skeleton aspect-[1/1.45]';
    return place;
  });
  section.querySelector('ul')?.replaceChildren(...places);
  section.hidden = false;
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      void showViewed(section, ids);
    },
    { rootMargin: '100%' },
  );
  watcher.observe(section);
}

/** Removes the place of a product that the shop no longer has. */
async function showViewed(section: HTMLElement, ids: readonly string[]): Promise<void> {
  const template = section.querySelector('template');
  const answer = await call('product.list', { id: [...ids] });
  const products = answer.success ? answer.products : [];
  if (!template || products.length === 0) return section.remove();
  const inOrder = products.sort((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id));
  section.querySelector('ul')?.replaceChildren(...inOrder.map((product) => cardFrom(template, product)));
}
