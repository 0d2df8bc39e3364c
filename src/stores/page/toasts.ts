import { atom } from 'nanostores';
import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';

export type ToastKind = 'success' | 'error' | 'info';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

export const NEXT_PAGE_TOAST_KEY = 'taana-toast';

/** The toasts on the screen, oldest first. The renderer closes them, because it knows when a reader pauses them. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

/** More toasts would cover the content that they are about. */
const MOST_AT_ONCE = 3;

/**
 * Shows a message. It replaces an equal message on the screen, so that ten taps do not make ten toasts. A fourth toast
 * removes the oldest.
 */
export function showToast(kind: ToastKind, text: string): void {
  lastId += 1;
  $toasts.set(
    [...$toasts.get().filter((toast) => toast.text !== text), { id: lastId, kind, text }].slice(
      -MOST_AT_ONCE,
    ),
  );
}

/** Shows the message that the previous page stored. */
export function showKeptToast(): void {
  const carried = parseStored(readTab(NEXT_PAGE_TOAST_KEY));
  writeTab(NEXT_PAGE_TOAST_KEY, null);
  // Only pages of this shop write this key, so a plain object has a message.
  const { kind, text } = (carried ?? {}) as Partial<Toast>;
  if (typeof text === 'string') showToast(kind ?? 'info', text);
}
