import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { $draft } from '../../stores/catalogue/filter-draft.ts';
import { FilterDrawer } from './FilterDrawer.tsx';

/** Hands the drawer's HTML to React in a transition, which yields to the shopper's input. */
export function hydrateDrawer(body: Element): void {
  const drawn = $draft.get();
  startTransition(() => void hydrateRoot(body, <FilterDrawer drawn={drawn} />));
}
