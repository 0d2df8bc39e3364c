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

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields that a code may be meant for, alone or all of a form. */
const OWN = 'input[type="search"], [data-takes-scans], [data-takes-scans] *';

/**
 * A barcode reader types a code and Enter, which opens the order of the code, unless a count or a batch takes it. In a
 * field that is for something else, what it typed is taken out again.
 */
export function useScan(): void {
  useEffect(() => {
    let code = '';
    let last = 0;
    let before: { field: Field; value: string } | null = null;
    const hear = (event: KeyboardEvent) => {
      const { key, target, timeStamp } = event;
      const field = target instanceof HTMLElement ? target.closest<Field>('input, textarea, select') : null;
      // Nobody types as evenly as a reader, but a key that is held down repeats as fast.
      if (timeStamp - last > READER_MS || event.repeat || field?.matches(OWN)) code = '';
      last = timeStamp;
      if (field?.matches(OWN)) return;
      if (key.length === 1) {
        if (code === '') before = field && { field, value: field.value };
        code += key;
      }
      if (key !== 'Enter') return;
      const read = code;
      code = '';
      const isCode = field ? !/\s/.test(read) && before?.field === field : true;
      if (read.length < SHORTEST || !isCode) return;
      // A focused button or link would take the Enter, and a field would send its form.
      event.preventDefault();
      if (field && before) {
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
