import { parseStored, readTab, TYPED_KEY, writeTab } from '../client/tab-storage.ts';

/**
 * Saves and restores form fields of a page that reloads. Islands have drafts of their own; passwords are never saved.
 */
interface Typed {
  /** Identifies a field on its page, in another build too. */
  key: string;
  value: string;
  checked: boolean;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const FIELDS =
  ':is(input:not([type="password"], [type="hidden"], [type="file"]), select, textarea):not(astro-island *)';

export function saveFields(): void {
  const typed = fields()
    .filter(([, field]) => isChanged(field))
    .map(([key, field]): Typed => ({ key, value: field.value, checked: isChecked(field) }));
  if (typed.length > 0) writeTab(TYPED_KEY, JSON.stringify({ page: location.pathname, typed }));
}

/**
 * Restores the saved fields, except those that the shopper has changed since. Dispatches the same events as typing, so
 * that the page's scripts react.
 */
export function restoreFields(): void {
  const stored = parseStored(readTab(TYPED_KEY)) as { page: string; typed: Typed[] } | null | undefined;
  writeTab(TYPED_KEY, null);
  if (stored?.page !== location.pathname) return;
  const typed = new Map(stored.typed.map((one) => [one.key, one]));
  for (const [key, field] of fields()) {
    const kept = typed.get(key);
    if (!kept || isChanged(field)) continue;
    if (isToggle(field)) field.checked = kept.checked;
    else field.value = kept.value;
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

function fields(): (readonly [string, Field])[] {
  const seen = new Map<string, number>();
  return [...document.querySelectorAll<Field>(FIELDS)].map((field) => {
    const name = [field.id, field.name, isToggle(field) ? field.value : ''].join('|');
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    return [`${name}|${nth}`, field] as const;
  });
}

function isToggle(field: Field): field is HTMLInputElement {
  return field.type === 'radio' || field.type === 'checkbox';
}

function isChecked(field: Field): boolean {
  return isToggle(field) && field.checked;
}

function isChanged(field: Field): boolean {
  if (isToggle(field)) return field.checked !== field.defaultChecked;
  if ('defaultValue' in field) return field.value !== field.defaultValue;
  return ![...field.options].some((option) => option.defaultSelected && option.selected);
}
