import { atom } from 'nanostores';
import { listingFromSearchParams } from '../../contract/listing-query.ts';
import { type Filter, noFilter, subCategories } from '../../domain/catalogue.ts';
import { rupeesFromPaise } from '../../domain/money.ts';
import { type Preview, previewFilter } from './listing.ts';

/** What is chosen in the filter drawer and not applied yet. */
export interface Draft {
  filter: Filter;
  /** What it would show; null if the server did not say. */
  preview: Preview | null;
}

export const $draft = atom<Draft>({ filter: noFilter, preview: null });

let request: AbortController | undefined;

/** Chooses a filter without applying it. The last preview stands until the next is known. */
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
 * The filter in the fields of the drawer's form, which have the names that the collection's address has: a form that is
 * submitted before any script arrived asks for the same.
 *
 * @param before what the form was filled with: a handle stands on a step, so a price between two steps is kept for as
 * long as the handle was not moved; and a type that the form does not offer holds until one that it offers is chosen
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

/** Whether a shopper can choose the type in the drawer, where Sweatshirts stand struck through. */
const isOffered = (type: string): boolean =>
  subCategories.some(({ name, selectable }) => selectable && name === type);

const onStep = (paise: number): number => Math.round(rupeesFromPaise(paise) / PRICE_STEP);

const notMoved = (paise: number, before: number): number =>
  onStep(paise) === onStep(before) ? before : paise;
