import { writeTab } from '../../client/tab-storage.ts';
import { $toasts, CARRIED_KEY, type ToastKind } from './toasts.ts';

/** The toast functions that few pages need; separate, so that every page does not load them. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

/** Stores a message for the next page to show. */
export function carryToast(kind: ToastKind, text: string): void {
  writeTab(CARRIED_KEY, JSON.stringify({ kind, text }));
}
