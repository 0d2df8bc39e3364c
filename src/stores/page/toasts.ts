import { atom } from 'nanostores';

export type ToastKind = 'success' | 'error' | 'info';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

/** Session storage: a message for the next page (toasts.lazy). */
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
