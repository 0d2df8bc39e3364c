import { writeTab } from '../../client/tab-storage.ts';
import { $toasts, CARRIED_KEY, type ToastKind } from './toasts.ts';

/** What few pages need of toasts, apart from what every page brings. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

/** Leaves a sentence for the page that opens next. */
export function carryToast(kind: ToastKind, text: string): void {
  writeTab(CARRIED_KEY, JSON.stringify({ kind, text }));
}
