import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';
import { $toasts, NEXT_PAGE_TOAST_KEY, showToast, type Toast, type ToastKind } from './toasts.ts';

/** The toast functions that few pages need; separate, so that every page does not load them. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

export function keepToastForNextPage(kind: ToastKind, text: string): void {
  writeTab(NEXT_PAGE_TOAST_KEY, JSON.stringify({ kind, text }));
}

/** Shows the message that the previous page stored. */
export function showKeptToast(): void {
  const carried = parseStored(readTab(NEXT_PAGE_TOAST_KEY));
  writeTab(NEXT_PAGE_TOAST_KEY, null);
  // Only pages of this shop write this key, so a plain object has a message.
  const { kind, text } = (carried ?? {}) as Partial<Toast>;
  if (typeof text === 'string') showToast(kind ?? 'info', text);
}
