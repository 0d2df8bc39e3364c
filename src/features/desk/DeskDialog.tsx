import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { NetworkNotice } from './NetworkNotice.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog: at the lower edge of a phone, in the middle of a computer. The browser moves the focus. */
export function DeskDialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown?.open) shown?.showModal();
    // Closed before it is removed: a dialog that is removed open does not give the focus back.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="border-line bg-paper text-ink m-auto mb-0 max-h-[92dvh] w-full max-w-[36rem] flex-col gap-4 overflow-y-auto border px-4 pt-5 pb-[calc(1rem+env(safe-area-inset-bottom))] backdrop:bg-(--scrim) open:flex md:mb-auto md:p-6"
      aria-labelledby={heading}
      onClose={onClose}
    >
      <h2 id={heading} className="display text-2xl">
        {title}
      </h2>
      {/* The screen's own notice lies under the dialog. */}
      <NetworkNotice className="empty:hidden" />
      {children}
    </dialog>
  );
}
