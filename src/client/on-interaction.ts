/**
 * Code that is fetched when a shopper reaches for what needs it. The tap that fetched it is held and carried out when the
 * code is there; a pointer or the keyboard coming near fetches it ahead.
 *
 * @param controls selector of what can be reached for
 * @param load fetches the code, which takes the controls over
 * @param failed told when a tap could not be carried out, because the code did not arrive
 * @returns fetches the code at once
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
    // A failure shows when the code is really asked for.
    if (controlOf(event)) load().catch(() => undefined);
  }

  /** A form is reached for by submitting it, anything else by a tap. */
  function controlOf({ target, type }: Event): HTMLElement | null {
    const control = target instanceof Element ? target.closest<HTMLElement>(controls) : null;
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
    /** layouts/before-paint.js: taps on `[data-tap]` wait from now on. */
    holdTaps: () => void;
    /** They wait no longer. @returns what was tapped meanwhile, in order */
    releaseTaps: () => HTMLElement[];
  }
}

function carryOutTap(tapped: HTMLElement): void {
  if (tapped instanceof HTMLFormElement) tapped.requestSubmit();
  else tapped.click();
}

/** Carries out the taps that waited for code. */
export function replayTaps(): void {
  for (const tapped of window.releaseTaps()) carryOutTap(tapped);
}

/** Calls back once nothing has been touched, scrolled or typed for `ms`. */
export function whenIdle(then: () => void, ms = 1_500): void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const sign of signs) removeEventListener(sign, wait, true);
      then();
    }, ms);
  };
  for (const sign of signs) addEventListener(sign, wait, true);
  wait();
}

const signs = ['scroll', 'click', 'keyup'];

/**
 * Does something after a shopper first scrolled, tapped or typed, and after the frame that answers it: code that arrives
 * while a finger is down keeps its tap waiting. Who follows a link leaves, and the next page has the network for itself.
 */
export function onFirstInteraction(then: () => void): void {
  const onSign = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('a[href]')) return;
    for (const sign of signs) removeEventListener(sign, onSign, true);
    requestAnimationFrame(() => setTimeout(then));
  };
  for (const sign of signs) addEventListener(sign, onSign, true);
}
