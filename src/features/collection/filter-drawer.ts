import { afterPaint } from '../../client/after-paint.ts';
import { type Filter, noFilter } from '../../domain/catalogue.ts';
import { $draft, choose, filterFromForm } from '../../stores/catalogue/filter-draft.ts';
import { $listing, applyFilter, search } from '../../stores/catalogue/listing.ts';
import { drawDraft, fillForm, stopAtOther } from './filter-form.ts';

/**
 * The filter drawer is HTML in its page and works by this alone; the platform opens it (reach.ts). React is fetched after
 * the first choice, takes the drawer over once the shopper rests, and nothing is lost if it does not come. Nothing
 * changes on the page until APPLY; CLEAR resets, applies and closes.
 */
export function wakeFilterDrawer(drawer: HTMLDialogElement, opener: HTMLElement): void {
  const form = drawer.querySelector<HTMLFormElement>('#filters');
  if (!form) return;
  const read = (before: Filter) => filterFromForm(new FormData(form), before);
  const chosen = () => read($listing.get().filter);
  const stopDrawing = $draft.listen((draft) => drawDraft(drawer, draft));

  // Closing without APPLY keeps what was applied before (decisions, Small points). What was chosen before this arrived
  // stands in the form and stays.
  const begin = () => {
    const { filter } = $listing.get();
    fillForm(form, filter);
    for (const field of drawer.querySelectorAll<HTMLInputElement>('[type=search]')) field.value = '';
    void choose(filter);
  };
  if (JSON.stringify(read(noFilter)) === JSON.stringify(noFilter)) begin();
  else void choose(chosen());
  opener.addEventListener('click', begin);

  drawer.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.form !== form) return;
    if (target.type === 'range') stopAtOther(target);
    void choose(chosen());
  });
  drawer.addEventListener('input', () => void takeOver().catch(() => undefined), { once: true });

  drawer.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.method === 'dialog') return;
    event.preventDefault();
    const filter = chosen();
    const text = new FormData(event.target).get('search');
    const isSearch = event.target !== form;
    drawer.close();
    // The drawer goes first, the list follows in the next frame.
    void afterPaint().then(() => (isSearch ? search(String(text)) : applyFilter(filter)));
  });
  drawer.addEventListener('reset', () => {
    drawer.close();
    void afterPaint().then(() => applyFilter(noFilter));
  });

  async function takeOver(): Promise<void> {
    // Who saves data does without.
    if (document.documentElement.dataset['sparing'] !== undefined) return;
    await afterPaint();
    const { takeOverDrawer } = await import('./take-over-drawer.tsx');
    await new Promise<unknown>((rest) =>
      'requestIdleCallback' in window ? requestIdleCallback(rest) : setTimeout(rest),
    );
    stopDrawing();
    const body = drawer.querySelector('[data-drawer-body]');
    if (body) takeOverDrawer(body);
  }
}
