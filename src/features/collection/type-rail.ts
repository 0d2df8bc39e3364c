import { afterPaint } from '../../client/after-paint.ts';
import { noFilter } from '../../domain/catalogue.ts';
import { $listing, applyFilter } from '../../stores/catalogue/listing.ts';

/** The types above the grid: one tap narrows to one of them in place, and the one that is shown is marked. */
export function wakeTypeRail(links: Iterable<HTMLAnchorElement>): void {
  for (const link of links) {
    const type = link.dataset['type'] ?? '';
    link.addEventListener('click', (event) => {
      // Whoever wants another tab or window gets it.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const { filter, search } = $listing.get();
      // The mark is there already (reach.ts); the list follows in the next frame.
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
