import { createRoot, type Root } from 'react-dom/client';
import { FilterDrawer } from './FilterDrawer.tsx';

let root: Root | undefined;
let opened = 0;

/** Fills the drawer, which is on screen already, with the choices as they are applied now. */
export function openFilterDrawer(drawer: HTMLDialogElement): void {
  const body = drawer.querySelector('[data-drawer-body]');
  if (!body) return;
  root ??= createRoot(body);
  opened += 1;
  // A new key each time: closing without APPLY keeps what was applied before (decisions, Small points).
  root.render(<FilterDrawer key={opened} close={() => drawer.close()} />);
}
