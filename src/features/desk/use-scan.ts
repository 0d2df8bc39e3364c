import { atom } from 'nanostores';
import { useEffect, useRef } from 'react';
import { deskPaths } from '../../contract/desk-paths.ts';

/** The longest time between two characters of a barcode reader, in ms. No person types as fast. */
const READER_MS = 60;
/** The shortest code is a short order id. Tracking numbers are longer. */
const SHORTEST = 6;

type Take = (code: string) => void;

/** Opens the order with this short id or tracking number. */
export function openOrder(code: string): void {
  location.assign(`${deskPaths.orders}?${new URLSearchParams({ q: code, open: '1' }).toString()}`);
}

let take: Take = openOrder;

/** Whether a component takes the scans, and has a camera of its own. */
export const $areScansTaken = atom(false);

/** While the component is mounted, it gets what a barcode reader types. */
export function useScansHere(own: Take): void {
  const latest = useRef(own);
  latest.current = own;
  useEffect(() => {
    take = (code) => latest.current(code);
    $areScansTaken.set(true);
    return () => {
      take = openOrder;
      $areScansTaken.set(false);
    };
  }, []);
}

/**
 * Recognises a barcode reader by its speed. A key that is held down repeats as fast, so repeats do not count.
 * @returns a function to call with each key: `begins` says if it may be the first of a code, `read` is the code that
 * this Enter ends
 */
export function newCodeReader() {
  let code = '';
  let last = 0;
  return ({ key, timeStamp, repeat }: Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat'>) => {
    const known = timeStamp - last > READER_MS || repeat ? '' : code;
    last = timeStamp;
    code = key.length === 1 ? known + key : key === 'Enter' ? '' : known;
    return { begins: code.length === 1, read: key === 'Enter' && known.length >= SHORTEST ? known : null };
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Matches fields that a scanned code may be meant for: single fields, and all fields of a form. */
const OWN = 'input[type="search"], [data-takes-scans], [data-takes-scans] *';

/**
 * A barcode reader types a code and Enter, which opens the order of the code, unless a count or a batch takes it. In a
 * field that is for something else, what it typed is taken out again.
 */
export function useScan(): void {
  useEffect(() => {
    const listen = newCodeReader();
    let before: { field: Field | null; value: string } = { field: null, value: '' };
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const field = target instanceof HTMLElement ? target.closest<Field>('input, textarea, select') : null;
      const { begins, read } = listen(event);
      if (begins) before = { field, value: field?.value ?? '' };
      if (read === null || before.field !== field || field?.matches(OWN)) return;
      // A text with spaces was typed by a person, however fast.
      if (field && /\s/.test(read)) return;
      // A focused button or link would take the Enter, and a field would send its form.
      event.preventDefault();
      if (field) {
        event.stopImmediatePropagation();
        putBack(field, before.value);
      }
      take(read);
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, []);
}

/** Uses the prototype's setter, because React does not notice a change by the field's own setter. */
function putBack(field: Field, value: string): void {
  if (field.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
