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

/** While a component is there, what a barcode reader types outside of fields is for it. */
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

/** A barcode reader types a code and Enter. Outside of fields, the order of the code opens, unless a count takes it. */
export function useScan(): void {
  useEffect(() => {
    let code = '';
    let last = 0;
    const hear = (event: KeyboardEvent) => {
      const { key, target, timeStamp } = event;
      if (target instanceof HTMLElement && target.closest('input, textarea, select')) return;
      if (timeStamp - last > READER_MS) code = '';
      last = timeStamp;
      if (key.length === 1) code += key;
      if (key !== 'Enter') return;
      const read = code;
      code = '';
      if (read.length < SHORTEST) return;
      // A focused button or link would take the Enter.
      event.preventDefault();
      take(read);
    };
    addEventListener('keydown', hear, true);
    return () => removeEventListener('keydown', hear, true);
  }, []);
}
