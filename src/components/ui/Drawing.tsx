export type DrawingName = 'hanger' | 'tee' | 'parcel' | 'tag' | 'needle' | 'lens' | 'torn';

/**
 * A drawing for where nothing is, by the pen of the icons: public/icons/drawings.svg, fetched by the pages that show one and
 * drawn in their colours. Decorative; the words beside it say what is missing.
 */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className="drawing" viewBox="0 0 160 160" aria-hidden="true">
      <use href={`/icons/drawings.svg#${name}`} />
    </svg>
  );
}
