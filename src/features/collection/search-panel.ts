/** The panel that searches: it opens and closes by itself; what is typed in it is searched by collection.ts. */
const panel = document.querySelector<HTMLElement>('#search');
const field = document.querySelector<HTMLInputElement>('#search-field');

export function openSearch(open = panel?.hidden === true): void {
  if (!panel || !field) return;
  panel.hidden = !open;
  document.querySelector('[data-toggle-search]')?.setAttribute('aria-expanded', String(open));
  if (open) {
    scrollTo(0, 0);
    field.focus();
  } else {
    field.value = '';
    field.dispatchEvent(new Event('input'));
  }
}
