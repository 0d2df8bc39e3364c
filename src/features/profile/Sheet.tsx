import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

interface Props {
  isOpen: boolean;
  /** Id of its heading. */
  labelledBy: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A native modal dialog: it keeps the focus, and Escape, a tap outside or a drag closes it; the focus returns
 * afterwards.
 */
export function Sheet({ isOpen, labelledBy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);

  // After every render: a browser closes a dialog on a second Escape even if the page prevents it.
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  });
  useEffect(() => {
    // Some browsers fire no `toggle` event for dialogs, only for popovers, so the code is fetched here.
    if (isOpen) import('../../components/shop/drawers.ts').catch(() => undefined);
  }, [isOpen]);
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      // The toasts stand in an open dialog (features/shell/toasts); they must not be removed with it.
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
      // The event comes later; the dialog may be open again by then.
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
    >
      <div className="drawer-panel sheet max-w-[32rem]">{isOpen && children}</div>
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
