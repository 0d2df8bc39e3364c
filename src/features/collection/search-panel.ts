/** Opens and closes the search panel; collection.ts searches for the text. */
export const searchPanel = document.querySelector('#search') as HTMLElement;

export function openSearch(open: boolean): void {
  const field = searchPanel.querySelector('input') as HTMLInputElement;
  searchPanel.hidden = !open;
  document.querySelector('[data-toggle-search]')?.setAttribute('aria-expanded', String(open));
  if (open) {
    scrollTo(0, 0);
    field.focus();
  } else {
    field.value = '';
    field.dispatchEvent(new Event('input'));
  }
}
