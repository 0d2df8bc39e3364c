import { afterPaint } from '../../client/after-paint.ts';
import { type Filter, noFilter } from '../../domain/catalogue.ts';
import { $draft, choose, filterFromForm } from '../../stores/catalogue/filter-draft.ts';
import { $listing, applyFilter, search } from '../../stores/catalogue/listing.ts';
import { drawDraft, fillForm, stopAtOther } from './filter-form.ts';

/**
 * The filter drawer is HTML in its page and needs only this script; the browser opens it (on-interaction.ts). React is
 * fetched after the first choice and takes over once the shopper is idle; if it does not load, the drawer still works.
 * Nothing changes on the page until APPLY; CLEAR resets, applies and closes.
 */
export function activateFilterDrawer(drawer: HTMLDialogElement, opener: HTMLElement): void {
  const form = drawer.querySelector<HTMLFormElement>('#filters');
  if (!form) return;
  const read = (before: Filter) => filterFromForm(new FormData(form), before);
  const chosen = () => read($listing.get().filter);
  const stopDrawing = $draft.listen((draft) => drawDraft(drawer, draft));

  const show = (filter: Filter) => {
    fillForm(form, filter);
    void choose(filter);
  };
  // Closing without APPLY keeps the filter that was applied before.
  opener.addEventListener('click', () => {
    for (const field of drawer.querySelectorAll<HTMLInputElement>('[type=search]')) field.value = '';
    show($listing.get().filter);
  });

  drawer.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.form !== form) return;
    if (target.type === 'range') stopAtOther(target);
    void choose(chosen());
  });
  // Choices made before this script arrived stay.
  if (JSON.stringify(read(noFilter)) === JSON.stringify(noFilter)) {
    show($listing.get().filter);
    drawer.addEventListener('input', () => void takeOver(), { once: true });
  } else {
    void choose(chosen());
    void takeOver();
  }

  drawer.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.method === 'dialog') return;
    event.preventDefault();
    const filter = chosen();
    const text = new FormData(event.target).get('search');
    const isSearch = event.target !== form;
    drawer.close();
    // Closes the drawer first; the list changes in the next frame.
    void afterPaint().then(() => (isSearch ? search(String(text)) : applyFilter(filter)));
  });
  drawer.addEventListener('reset', () => {
    drawer.close();
    void afterPaint().then(() => applyFilter(noFilter));
  });

  async function takeOver(): Promise<void> {
    // Skipped if the shopper saves data.
    if (document.documentElement.dataset['sparing'] !== undefined) return;
    await afterPaint();
    const react = await import('./hydrate-drawer.tsx').catch(() => undefined);
    if (!react) return;
    await new Promise<unknown>((rest) =>
      'requestIdleCallback' in window ? requestIdleCallback(rest) : setTimeout(rest),
    );
    stopDrawing();
    const body = drawer.querySelector('[data-drawer-body]');
    if (body) react.hydrateDrawer(body);
  }
}
