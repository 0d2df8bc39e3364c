import { useStore } from '@nanostores/react';
import { collectionMessages } from '../../contract/messages/catalogue.ts';
import { paths } from '../../contract/paths.ts';
import { sizes, sorts, subCategories } from '../../domain/catalogue.ts';
import { $draft, type Draft } from '../../stores/catalogue/filter-draft.ts';
import { PriceRange } from './PriceRange.tsx';

/**
 * Types, sizes, price and sort. The build renders the drawer into the page, and a plain script (filter-drawer.ts) makes
 * it work. The fields keep the choices; React, which loads later, keeps what depends on them: counts, prices, the price
 * line.
 * @param drawn what the HTML shows when React takes it over
 */
export function FilterDrawer({ drawn }: { drawn: Draft }) {
  const { filter, preview } = useStore($draft, { ssr: () => drawn });
  const form = { action: paths.collection, autoComplete: 'off', 'data-tap': '' } as const;
  return (
    <>
      <div className="flex flex-1 flex-col gap-8 overflow-y-auto overscroll-y-contain px-4 pt-5 pb-6">
        <form {...form}>
          <label className="field">
            <span className="eyebrow">Search</span>
            <input
              type="search"
              name="search"
              className="field-input"
              enterKeyHint="search"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              placeholder={collectionMessages.searchHint}
            />
          </label>
        </form>
        <form {...form} id="filters" className="flex flex-col gap-8">
          <Choices title="Product type" name="subCategory" counts={preview?.facets.types}>
            {subCategories}
          </Choices>
          <Choices title="Size" name="sizes" counts={preview?.facets.sizes} columns="grid-cols-3">
            {sizes.map((name) => ({ name, selectable: true }))}
          </Choices>
          <fieldset>
            <legend className="eyebrow mb-1">Price</legend>
            <p className="field-hint mb-4">{collectionMessages.highestPrice}</p>
            <PriceRange filter={filter} />
          </fieldset>
          <fieldset>
            <legend className="eyebrow mb-2">Sort by</legend>
            {sorts.map(({ id, label }) => (
              <label key={id} className="choice">
                <input type="radio" name="sort" value={id} />
                {label}
              </label>
            ))}
          </fieldset>
        </form>
      </div>
      <div className="border-line grid grid-cols-[1fr_2fr] gap-3 border-t p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <p className="text-muted col-span-2 text-sm tabular-nums" role="status">
          {preview ? collectionMessages.count(preview.count) : ' '}
        </p>
        <button type="reset" form="filters" className="btn btn-secondary" data-tap="">
          CLEAR
        </button>
        <button type="submit" form="filters" className="btn btn-primary">
          APPLY
        </button>
      </div>
    </>
  );
}

/** Checkboxes of one facet with the number of products for each. */
function Choices(props: {
  title: string;
  name: string;
  counts: Record<string, number> | undefined;
  columns?: string;
  children: readonly { name: string; selectable: boolean }[];
}) {
  const { title, name: facet, counts, columns = 'grid-cols-2', children } = props;
  return (
    <fieldset>
      <legend className="eyebrow mb-2">{title}</legend>
      <div className={`grid ${columns} gap-x-4`}>
        {children.map(({ name, selectable }) => (
          <label key={name} className="choice">
            <input type="checkbox" name={facet} value={name} disabled={!selectable} />
            <span>{name}</span>
            {selectable && (
              <small hidden={!counts}>
                {String(counts?.[name] ?? 0)}
                <span className="visually-hidden"> products</span>
              </small>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
