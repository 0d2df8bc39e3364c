import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

interface Props {
  isOpen: boolean;
  /** Id of its heading. */
  labelledBy: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog of the browser's own: it keeps the focus, and Escape, a tap beside it or a finger that drags it away
 * leave it; the focus goes back where it was.
 */
export function Sheet({ isOpen, labelledBy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);

  // After every drawing: a browser closes a dialog on a second Escape whether its page agrees or not.
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  });
  useEffect(() => {
    // Browsers that do not tell of an opened dialog, as they do of a menu, leave it to be fetched here.
    if (isOpen) import('../../components/shop/drawers.ts').catch(() => undefined);
  }, [isOpen]);
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
      className="drawer drawer-below"
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Told a little later: by then it may be open again.
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
    >
      <div className="drawer-panel sheet profile-sheet">{isOpen && children}</div>
      <button
        type="button"
        className="drawer-rest"
        tabIndex={-1}
        aria-label="Back to the page"
        onClick={onClose}
      />
    </dialog>
  );
}
