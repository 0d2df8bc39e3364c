/**
 * Blocks right-click, drag, image selection and the listed shortcuts (specification §1). Form fields keep their menu:
 * pasting a phone number must work (decisions, Content protection). Image selection is the stylesheet's part.
 */
export function protectContent(root: Document): void {
  root.addEventListener('contextmenu', (event) => {
    if (!isField(event.target)) event.preventDefault();
  });
  root.addEventListener('dragstart', (event) => {
    if (!isField(event.target)) event.preventDefault();
  });
  root.addEventListener('keydown', (event) => {
    if (isBlockedShortcut(event)) event.preventDefault();
  });
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** Ctrl+S, Ctrl+Shift+S, F12, Ctrl+Shift+I and Ctrl+U; the command key is the same wish on a Mac. */
function isBlockedShortcut(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (key === 'f12') return true;
  if (!event.ctrlKey && !event.metaKey) return false;
  return key === 's' || (event.shiftKey ? key === 'i' : key === 'u');
}
