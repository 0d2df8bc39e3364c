export type DrawingName = 'hanger' | 'tee' | 'parcel' | 'tag' | 'needle' | 'lens' | 'torn';

/**
 * A drawing for empty states, in the line style of the icons: public/icons/drawings.svg, fetched only by pages that
 * show one, in their colours. Decorative; the text beside it has the meaning.
 */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className="drawing" viewBox="0 0 160 160" aria-hidden="true">
      <use href={`/icons/drawings.svg#${name}`} />
    </svg>
  );
}
