import { writeTab } from '../../client/tab-storage.ts';
import { $toasts, NEXT_PAGE_TOAST_KEY, type ToastKind } from './toasts.ts';

/** The toast functions that few pages need; separate, so that every page does not load them. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

export function keepToastForNextPage(kind: ToastKind, text: string): void {
  writeTab(NEXT_PAGE_TOAST_KEY, JSON.stringify({ kind, text }));
}
