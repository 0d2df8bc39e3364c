import { atom } from 'nanostores';
import { useEffect, useRef } from 'react';
import { deskPaths } from '../../contract/desk-paths.ts';

/** Between two characters of a barcode reader, in ms: it types faster than anybody. */
const READER_MS = 60;
/** A short order id; tracking numbers are longer. */
const SHORTEST = 6;

type Take = (code: string) => void;

/** Opens the order with this short id or tracking number. */
export function openOrder(code: string): void {
  location.assign(`${deskPaths.orders}?${new URLSearchParams({ q: code, open: '1' }).toString()}`);
}

let take: Take = openOrder;

/** Whether a component takes the scans, and has a camera of its own. */
export const $areScansTaken = atom(false);

/** While a component is there, what a barcode reader types is for it. */
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
 * Tells a barcode reader by its speed. A key that is held down repeats as fast, so repeats are none.
 * @returns what hears each key: `begins` says if it may be the first of a code, `read` is the code that this Enter ends
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

/** Fields that a scanned code may be meant for: single ones, and all of a form. */
const OWN = 'input[type="search"], [data-takes-scans], [data-takes-scans] *';

/**
 * A barcode reader types a code and Enter, which opens the order of the code, unless a count or a batch takes it. In a
 * field that is for something else, what it typed is taken out again.
 */
export function useScan(): void {
  useEffect(() => {
    const listen = newCodeReader();
    let before: { field: Field | null; value: string } = { field: null, value: '' };
    const hear = (event: KeyboardEvent) => {
      const { target } = event;
      const field = target instanceof HTMLElement ? target.closest<Field>('input, textarea, select') : null;
      const { begins, read } = listen(event);
      if (begins) before = { field, value: field?.value ?? '' };
      if (read === null || before.field !== field || field?.matches(OWN)) return;
      // Words with spaces are somebody's own, however fast.
      if (field && /\s/.test(read)) return;
      // A focused button or link would take the Enter, and a field would send its form.
      event.preventDefault();
      if (field) {
        event.stopImmediatePropagation();
        putBack(field, before.value);
      }
      take(read);
    };
    addEventListener('keydown', hear, true);
    return () => removeEventListener('keydown', hear, true);
  }, []);
}

/** By the prototype's setter: React notices no change that is made by the field's own. */
function putBack(field: Field, value: string): void {
  if (field.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
