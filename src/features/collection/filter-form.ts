import { collectionMessages } from '../../contract/messages/catalogue.ts';
import { searchParamsFromListing } from '../../contract/listing-query.ts';
import type { Filter } from '../../domain/catalogue.ts';
import type { Draft } from '../../stores/catalogue/filter-draft.ts';
import { priceLine } from './price-line.ts';

/** Writes a filter into the drawer's fields. A choice that is not available is not ticked. */
export function fillForm(form: HTMLFormElement, filter: Filter): void {
  const params = searchParamsFromListing({ filter, search: '' });
  for (const field of form.querySelectorAll('input')) {
    if (field.type === 'range') field.value = params.get(field.name) ?? field.defaultValue;
    else field.checked = !field.disabled && params.getAll(field.name).includes(field.value);
  }
}

/** Stops the moving handle at the other one. */
export function stopAtOther(handle: HTMLInputElement): void {
  const [from, to] = handle.form?.querySelectorAll<HTMLInputElement>('[type=range]') ?? [];
  if (!from || !to || from.valueAsNumber <= to.valueAsNumber) return;
  handle.value = (handle === from ? to : from).value;
}

/** Shows what follows from a choice, as FilterDrawer.tsx does once React is loaded. */
export function drawDraft(drawer: HTMLElement, { filter, preview }: Draft): void {
  const { x, width, isLowAbove, handles } = priceLine(filter);
  const chosen = drawer.querySelector('.fill-ink');
  chosen?.setAttribute('x', String(x));
  chosen?.setAttribute('width', String(width));
  const shown = drawer.querySelectorAll('.price-range p span');
  for (const [index, handle] of drawer.querySelectorAll<HTMLElement>('[type=range]').entries()) {
    handle.ariaValueText = handles[index]?.said ?? '';
    if (index === 0) handle.dataset['above'] = String(isLowAbove);
    say(shown[index]?.firstChild, handles[index]?.shown ?? '');
  }
  for (const count of drawer.querySelectorAll<HTMLElement>('.choice small')) {
    const { name, value } = count.parentElement?.querySelector('input') ?? {};
    const counts = name === 'sizes' ? preview?.facets.sizes : preview?.facets.types;
    count.hidden = !counts;
    say(count.firstChild, String(counts?.[value ?? ''] ?? 0));
  }
  say(
    drawer.querySelector('[role=status]')?.firstChild,
    preview ? collectionMessages.count(preview.count) : ' ',
  );
}

/** Changes the text node itself, because React takes that node over. */
function say(node: ChildNode | null | undefined, text: string): void {
  if (node && node.nodeValue !== text) node.nodeValue = text;
}
