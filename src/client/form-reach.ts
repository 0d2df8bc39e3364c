/**
 * Fetches the code of a form when a shopper reaches for it; until then the browser posts the form itself. A submit made
 * while the code is on its way is held and carried out when it has come. If the code does not come, the browser posts
 * the form after all, so that no submit is lost.
 *
 * @param load fetches the code, which takes the form over
 * @param offline told when a submit could not be carried out, because the device has no network; what was typed stays
 */
export function whenFormReached(
  form: HTMLFormElement,
  load: () => Promise<unknown>,
  offline: () => void,
): void {
  let isHeld = false;
  for (const sign of ['pointerover', 'pointerdown', 'focusin', 'input']) {
    // A failure shows when the code is really asked for.
    form.addEventListener(sign, () => void load().catch(() => undefined));
  }
  form.addEventListener('submit', hold);

  function hold(event: Event): void {
    event.preventDefault();
    // The code, where it has come already, hears the submit that follows.
    event.stopImmediatePropagation();
    if (isHeld) return;
    isHeld = true;
    const button = form.querySelector('button');
    if (button) button.ariaBusy = 'true';
    const carryOut = (isThere: boolean) => {
      isHeld = false;
      if (button) button.ariaBusy = 'false';
      if (!isThere && !navigator.onLine) return offline();
      form.removeEventListener('submit', hold);
      form.requestSubmit();
    };
    load().then(
      () => carryOut(true),
      () => carryOut(false),
    );
  }
}
