/**
 * Blocks right-click, drag and some shortcuts; the stylesheet blocks image selection. Form fields keep their context
 * menu, because shoppers must be able to paste a phone number (docs/behaviour.md#content-protection).
 */
export function protectContent(root: Document): void {
  for (const type of ['contextmenu', 'dragstart', 'keydown']) {
    root.addEventListener(type, (event) => {
      const isBlocked =
        event instanceof KeyboardEvent
          ? isBlockedShortcut(event)
          : !(event.target as Element).closest?.('input,textarea,select');
      if (isBlocked) event.preventDefault();
    });
  }
}

/** Ctrl+S, Ctrl+Shift+S, F12, Ctrl+Shift+I and Ctrl+U, and the same with the command key on a Mac. */
function isBlockedShortcut({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'F12' || ((ctrlKey || metaKey) && (shiftKey ? /^[is]$/i : /^[su]$/i).test(key));
}
