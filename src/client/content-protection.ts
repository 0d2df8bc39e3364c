/**
 * Blocks right-click, drag, image selection and the listed shortcuts (specification §1). Form fields keep their menu:
 * pasting a phone number must work (decisions, Content protection). Image selection is the stylesheet's part.
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

/** Ctrl+S, Ctrl+Shift+S, F12, Ctrl+Shift+I and Ctrl+U; the command key is the same wish on a Mac. */
function isBlockedShortcut({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'F12' || ((ctrlKey || metaKey) && (shiftKey ? /^[is]$/i : /^[su]$/i).test(key));
}
