import { useEffect, useState } from 'react';
import { collectionMessages } from '../../contract/messages/collection.ts';
import { type Filter, noFilter, sizes, sorts, subCategories } from '../../domain/catalogue.ts';
import { $listing, applyFilter, type Preview, previewFilter, search } from '../../stores/listing.ts';
import { PriceRange } from './PriceRange.tsx';

/**
 * Types, sizes, price and sort (specification §2, Filter drawer). Nothing changes on the page until APPLY; the count on
 * it says what it will show. CLEAR resets, applies and closes.
 */
export function FilterDrawer({ close }: { close: () => void }) {
  const [filter, setFilter] = useState<Filter>(() => $listing.get().filter);
  const preview = usePreview(filter);

  const apply = (wanted: Filter) => {
    applyFilter(wanted);
    close();
  };
  const toggle = (facet: 'types' | 'sizes', value: string) => {
    const chosen = filter[facet];
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
    setFilter({ ...filter, [facet]: next });
  };

  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        apply(filter);
      }}
    >
      <div className="flex flex-1 flex-col gap-8 overflow-y-auto overscroll-y-contain px-4 pt-5 pb-6">
        <label className="field">
          <span className="eyebrow">Search</span>
          <input
            type="search"
            className="field-input"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            placeholder={collectionMessages.searchHint}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              close();
              search(event.currentTarget.value);
            }}
          />
        </label>
        <Choices title="Product type" counts={preview?.facets.types}>
          {subCategories.map(({ name, selectable }) => ({
            value: name,
            isChosen: filter.types.includes(name),
            isDisabled: !selectable,
            toggle: () => toggle('types', name),
          }))}
        </Choices>
        <Choices title="Size" counts={preview?.facets.sizes} columns="grid-cols-3">
          {sizes.map((size) => ({
            value: size,
            isChosen: filter.sizes.includes(size),
            isDisabled: false,
            toggle: () => toggle('sizes', size),
          }))}
        </Choices>
        <fieldset>
          <legend className="eyebrow mb-1">Price</legend>
          <p className="field-hint mb-4">{collectionMessages.highestPrice}</p>
          <PriceRange
            minPaise={filter.minPricePaise}
            maxPaise={filter.maxPricePaise}
            change={(minPricePaise, maxPricePaise) => setFilter({ ...filter, minPricePaise, maxPricePaise })}
          />
        </fieldset>
        <fieldset>
          <legend className="eyebrow mb-2">Sort by</legend>
          {sorts.map(({ id, label }) => (
            <label key={id} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="sort"
                className="choice-box"
                checked={filter.sort === id}
                onChange={() => setFilter({ ...filter, sort: id })}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </div>
      <div className="border-line grid grid-cols-[1fr_2fr] gap-3 border-t p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <p className="text-muted col-span-2 text-sm tabular-nums" role="status">
          {preview ? collectionMessages.count(preview.count) : ' '}
        </p>
        <button type="button" className="btn btn-secondary" onClick={() => apply(noFilter)}>
          CLEAR
        </button>
        <button type="submit" className="btn btn-primary">
          APPLY
        </button>
      </div>
    </form>
  );
}

interface Choice {
  value: string;
  isChosen: boolean;
  isDisabled: boolean;
  toggle: () => void;
}

/** Tick boxes of one facet with the number of products behind each. */
function Choices(props: {
  title: string;
  counts: Record<string, number> | undefined;
  columns?: string;
  children: Choice[];
}) {
  const { title, counts, columns = 'grid-cols-2', children } = props;
  return (
    <fieldset>
      <legend className="eyebrow mb-2">{title}</legend>
      <div className={`grid ${columns} gap-x-4`}>
        {children.map(({ value, isChosen, isDisabled, toggle }) => (
          <label key={value} className="has-disabled:text-muted flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="choice-box"
              checked={isChosen}
              disabled={isDisabled}
              onChange={toggle}
            />
            <span className={isDisabled ? 'line-through' : ''}>{value}</span>
            {counts && !isDisabled && (
              <span className="text-muted text-sm tabular-nums">
                {counts[value] ?? 0}
                <span className="visually-hidden"> products</span>
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The result count before APPLY; the last one stands until the next is known. */
function usePreview(filter: Filter): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    const mine = new AbortController();
    void previewFilter(filter, mine.signal).then((next) => {
      if (!mine.signal.aborted) setPreview(next);
    });
    return () => mine.abort();
  }, [filter]);
  return preview;
}
