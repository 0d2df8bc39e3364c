import { afterPaint } from '../../client/after-paint.ts';
import { noFilter } from '../../domain/catalogue.ts';
import { $listing, applyFilter } from '../../stores/catalogue/listing.ts';

/** The types above the grid: one tap narrows the list in place and marks the type. */
export function activateTypeRail(links: Iterable<HTMLAnchorElement>): void {
  for (const link of links) {
    const type = link.dataset['type'] ?? '';
    link.addEventListener('click', (event) => {
      // The browser opens the link in another tab or window.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const { filter, search } = $listing.get();
      // The mark is already set (on-interaction.ts); the list follows in the next frame.
      void afterPaint().then(() =>
        applyFilter({ ...(search === '' ? filter : noFilter), types: type === '' ? [] : [type] }),
      );
    });
    $listing.subscribe(({ filter, search }) => {
      const isShown =
        search === '' && (type === '' ? filter.types.length === 0 : filter.types.includes(type));
      link.ariaCurrent = isShown ? 'true' : null;
    });
  }
}
