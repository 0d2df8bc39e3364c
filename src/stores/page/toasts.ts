import { atom } from 'nanostores';
import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';

export type ToastKind = 'success' | 'error' | 'info';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

export const CARRIED_KEY = 'taana-toast';

/** The toasts on screen, oldest first. Closing one after its time is the renderer's, who knows when a reader pauses. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

/** More would cover what they are about. */
const MOST_AT_ONCE = 3;

/**
 * Shows a sentence. The same sentence again replaces the one on screen: ten taps are not ten toasts. The oldest gives
 * way to the fourth.
 */
export function showToast(kind: ToastKind, text: string): void {
  lastId += 1;
  $toasts.set(
    [...$toasts.get().filter((toast) => toast.text !== text), { id: lastId, kind, text }].slice(
      -MOST_AT_ONCE,
    ),
  );
}

/** Shows what the page before left. */
export function showCarriedToast(): void {
  const carried = parseStored(readTab(CARRIED_KEY));
  writeTab(CARRIED_KEY, null);
  // Only this shop's pages write there; a plain object of theirs has a sentence.
  const { kind, text } = (carried ?? {}) as Partial<Toast>;
  if (typeof text === 'string') showToast(kind ?? 'info', text);
}
