import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

interface Props {
  isOpen: boolean;
  /** Id of its heading. */
  labelledBy: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog of the browser's own: it keeps the focus, Escape leaves it, and the focus goes back where it was. */
export function Sheet({ isOpen, labelledBy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);

  // After every drawing: a browser closes a dialog on a second Escape whether its page agrees or not.
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      // The messages stand in an open dialog (features/shell/toasts); they must not go with it.
      const messages = element?.querySelector('#toasts');
      if (messages) document.body.append(messages);
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="sheet profile-sheet"
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Told a little later: by then it may be open again.
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
    >
      {isOpen && children}
    </dialog>
  );
}
