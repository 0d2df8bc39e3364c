/**
 * Loads code on interaction with the controls that need it. The tap that starts the load waits and runs after it. A
 * pointer or keyboard focus near a control prefetches the code.
 * @param controls selector of the controls
 * @param load loads the code, which then handles the controls
 * @param failed called when a tap cannot run because the code did not load
 * @returns loads the code at once
 */
export function onInteraction(
  controls: string,
  load: () => Promise<unknown>,
  failed: () => void,
): () => void {
  addEventListener('click', carryOut, true);
  addEventListener('submit', carryOut, true);
  addEventListener('pointerover', prepare);
  addEventListener('focusin', prepare);
  return () => wake();

  function carryOut(event: Event): void {
    const control = controlOf(event);
    if (!control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wake(() => carryOutTap(control));
  }

  function prepare(event: Event): void {
    // This is a prefetch; a tap reports the failure.
    if (controlOf(event)) load().catch(() => undefined);
  }

  /** A form reacts to submit, any other control to a tap. */
  function controlOf({ target, type }: Event): HTMLElement | null {
    const control = (target as Element).closest<HTMLElement>(controls);
    return (type === 'submit') === (control?.localName === 'form') ? control : null;
  }

  function wake(then?: () => void): void {
    load().then(() => {
      removeEventListener('click', carryOut, true);
      removeEventListener('submit', carryOut, true);
      then?.();
    }, failed);
  }
}

declare global {
  interface Window {
    /** layouts/before-paint.js: from now on, taps on `[data-tap]` wait. */
    holdTaps: () => void;
    /**
     * Taps wait no longer.
     * @returns the tapped elements so far, in order
     */
    releaseTaps: () => HTMLElement[];
  }
}

function carryOutTap(tapped: HTMLElement): void {
  if (tapped instanceof HTMLFormElement) tapped.requestSubmit();
  else tapped.click();
}

/** Runs the taps that waited for code. */
export function replayTaps(): void {
  for (const tapped of window.releaseTaps()) carryOutTap(tapped);
}

const taps = ['pointerdown', 'click', 'keyup'];
const signs = ['scroll', ...taps];

/** Calls back after `ms` without touch, scroll or typing. */
export function whenIdle(then: () => void, ms = 1_500, delaying = signs): void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const sign of delaying) removeEventListener(sign, wait, true);
      then();
    }, ms);
  };
  for (const sign of delaying) addEventListener(sign, wait, true);
  wait();
}

/**
 * Runs 0.2 s after the shopper's first scroll, tap or key, and as long after the taps that follow it: code that loads
 * between touch and click delays the tap, and code that loads soon after it delays the response of a slow phone. Does not
 * run if the shopper follows a link, so that the next page has the whole network.
 */
export function onFirstInteraction(then: () => void): void {
  const onSign = ({ target }: Event): void => {
    // The document scrolls, and is no element.
    if ((target as Partial<Element>).closest?.('a[href]')) return;
    for (const sign of signs) removeEventListener(sign, onSign, true);
    whenIdle(then, 200, taps);
  };
  for (const sign of signs) addEventListener(sign, onSign, true);
}
