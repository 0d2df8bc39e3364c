import { atom } from 'nanostores';
import { listingFromSearchParams } from '../../contract/listing-query.ts';
import { type Filter, noFilter, subCategories } from '../../domain/catalogue.ts';
import { rupeesFromPaise } from '../../domain/money.ts';
import { type Preview, previewFilter } from './listing.ts';

/** The choices in the filter drawer that are not applied yet. */
export interface Draft {
  filter: Filter;
  /** The result of these choices; null if the server did not answer. */
  preview: Preview | null;
}

export const $draft = atom<Draft>({ filter: noFilter, preview: null });

let request: AbortController | undefined;

/** Chooses a filter without applying it. The last preview stays until the next one is known. */
export async function choose(filter: Filter): Promise<void> {
  request?.abort();
  const mine = new AbortController();
  request = mine;
  $draft.set({ ...$draft.get(), filter });
  const preview = await previewFilter(filter, mine.signal);
  if (!mine.signal.aborted) $draft.set({ filter, preview });
}

/** The step of the price handles, in rupees. */
export const PRICE_STEP = 100;

/**
 * Reads the filter from the drawer's form. Its field names are the query parameters of the collection, so the form also
 * works without script.
 *
 * @param before the filter that filled the form. Price handles stand on steps, so a price between two steps stays while
 * its handle does not move. A type that the form does not offer stays until the shopper chooses one that it offers.
 */
export function filterFromForm(form: FormData, before: Filter): Filter {
  const params = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === 'string') params.append(name, value);
  const { filter } = listingFromSearchParams(params);
  return {
    ...filter,
    types: filter.types.length > 0 ? filter.types : before.types.filter((type) => !isOffered(type)),
    minPricePaise: notMoved(filter.minPricePaise, before.minPricePaise),
    maxPricePaise: notMoved(filter.maxPricePaise, before.maxPricePaise),
  };
}

/** Whether the drawer offers the type; Sweatshirts is struck through there. */
const isOffered = (type: string): boolean =>
  subCategories.some(({ name, selectable }) => selectable && name === type);

const onStep = (paise: number): number => Math.round(rupeesFromPaise(paise) / PRICE_STEP);

const notMoved = (paise: number, before: number): number =>
  onStep(paise) === onStep(before) ? before : paise;
