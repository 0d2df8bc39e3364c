/**
 * Closes drawers that a finger has scrolled away (styles/sheet.css), and lets only touch scroll them: arrow keys and a
 * wheel would push a panel out by accident. Once imported, it works for all drawers of the page.
 */
const root = document.documentElement;
const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
let isHeld = false;
/** The element that a finger last touched. */
let touched: HTMLElement | null = null;

const hand = (isFinger: boolean) => {
  root.dataset['drawers'] = isFinger ? 'finger' : 'still';
};
// Something inside was scrolled to before this code was there: a finger cannot, only a browser.
for (const drawer of document.querySelectorAll('.drawer')) drawer.scrollTo(0, 0);
hand(matchMedia('(pointer: coarse)').matches);
document.addEventListener('keydown', () => hand(false), true);
document.addEventListener('pointerdown', ({ pointerType }) => hand(pointerType !== 'mouse'), true);

const touch = ({ touches, target }: TouchEvent) => {
  isHeld = touches.length > 0;
  const drawer = target instanceof Element ? target.closest<HTMLElement>('.drawer') : null;
  if (isHeld) touched = drawer;
  if (isHeld || !drawer) return;
  if (!lessMotion.matches) leaveFrom(drawer, 0.9);
  else if (!leaveFrom(drawer, 0.5)) {
    // No animation: the panel is back at its start.
    hand(false);
    drawer.scrollTo(0, 0);
  }
};
for (const type of ['touchstart', 'touchend', 'touchcancel'] as const) {
  document.addEventListener(type, touch, { capture: true, passive: true });
}

// A released panel glides on; its last few pixels take the browser longest.
document.addEventListener(
  'scroll',
  ({ target }) => {
    if (isHeld || !(target instanceof HTMLElement) || !target.matches('.drawer')) return;
    if (target === touched) leaveFrom(target, 0.9);
    // Something inside was scrolled to, by find-in-page or a screen reader: the panel stays.
    else target.scrollTo(0, 0);
  },
  { capture: true, passive: true },
);

/** Closes a drawer if more than this share is off screen. As with Escape, its owner may keep it open. */
function leaveFrom(drawer: HTMLElement, part: number): boolean {
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = drawer;
  const way = scrollWidth - clientWidth + scrollHeight - clientHeight;
  if (Math.abs(scrollLeft) + Math.abs(scrollTop) <= part * way) return false;
  drawer.dataset['gone'] = '';
  // A browser would restore the scroll position when the drawer opens again.
  drawer.scrollTo(0, 0);
  if (!(drawer instanceof HTMLDialogElement)) drawer.hidePopover();
  else if (drawer.dispatchEvent(new Event('cancel', { cancelable: true }))) drawer.close();
  // After it was painted closed: it must not slide out a second time.
  requestAnimationFrame(() => requestAnimationFrame(() => delete drawer.dataset['gone']));
  return true;
}

export {};
