import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { $draft } from '../../stores/catalogue/filter-draft.ts';
import { FilterDrawer } from './FilterDrawer.tsx';

/** Hands the drawer's HTML to React, in slices: a transition gives way to whatever the shopper does meanwhile. */
export function takeOverDrawer(body: Element): void {
  const drawn = $draft.get();
  startTransition(() => void hydrateRoot(body, <FilterDrawer drawn={drawn} />));
}
