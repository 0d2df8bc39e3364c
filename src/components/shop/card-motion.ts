import type Swiper from 'swiper';

/**
 * Turns cards with several pictures into auto-playing stacks: only in view, only when the page is idle, and never with
 * reduced motion or data saving. The stack's code loads after the first card has been in view for a while, so that it
 * never competes with the first screen.
 */
const LOOKED_AT_MS = 1_500;

const stacks = new WeakMap<Element, Swiper | null>();
const waiting = new Map<Element, ReturnType<typeof setTimeout>>();

export function moveCards(root: Document): void {
  if (wantsQuiet()) return;
  const watch = () => {
    for (const picture of root.querySelectorAll('[data-more-pictures]')) watcher.observe(picture);
  };
  watch();
  // Lists grow and change.
  new MutationObserver(watch).observe(root.body, { childList: true, subtree: true });
}

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(waiting.get(target));
      if (!isIntersecting) stacks.get(target)?.autoplay.stop();
      else if (stacks.has(target)) stacks.get(target)?.autoplay.start();
      else
        waiting.set(
          target,
          setTimeout(whenIdle, LOOKED_AT_MS, () => void stack(target)),
        );
    }
  },
  { threshold: 0.6 },
);

async function stack(picture: Element): Promise<void> {
  if (!(picture instanceof HTMLElement) || !picture.isConnected || stacks.has(picture)) return;
  stacks.set(picture, null);
  try {
    const { stackPictures } = await import('./stacked-cards.ts');
    stacks.set(picture, stackPictures(picture));
  } catch {
    // The network failed: the first picture stays, and the next view tries again.
    stacks.delete(picture);
  }
}

function wantsQuiet(): boolean {
  return (
    matchMedia('(prefers-reduced-motion: reduce)').matches ||
    matchMedia('(prefers-reduced-data: reduce)').matches ||
    document.documentElement.dataset['sparing'] !== undefined
  );
}

function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task);
  else task();
}
