import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog: at the lower edge of a phone, in the middle of a computer. The browser keeps the focus in it. */
export function DeskDialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="desk-dialog" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading} className="display text-2xl">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
