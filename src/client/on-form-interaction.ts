import { networkMessages } from '../contract/messages/page.ts';

/**
 * Loads the code of a form on interaction; until then the browser posts the form itself. A submit during the load waits
 * and runs after it. If the load fails, the browser posts the form after all; without a network the form shows a
 * message and keeps its fields. So no submit is lost.
 * @param load loads the code, which then controls the form
 */
export function onFormInteraction(form: HTMLFormElement, load: () => Promise<unknown>): void {
  const button = form.querySelector('button');
  const said = form.querySelector('[role="status"]');
  const first = said?.textContent ?? '';
  let isHeld = false;
  let isRefused = false;
  for (const sign of ['pointerover', 'pointerdown', 'focusin', 'input']) {
    form.addEventListener(sign, () => {
      say(false);
      // This is a prefetch; a submit reports the failure.
      load().catch(() => undefined);
    });
  }
  form.addEventListener('submit', hold);

  function hold(event: Event): void {
    event.preventDefault();
    // If the code has already loaded, it handles only the submit that `carryOut` sends.
    event.stopImmediatePropagation();
    if (isHeld) return;
    wait(true);
    say(false);
    load().then(carryOut, () => (navigator.onLine ? carryOut() : say(true)));
  }

  function carryOut(): void {
    form.removeEventListener('submit', hold);
    wait(false);
    form.requestSubmit();
  }

  function wait(isWaiting: boolean): void {
    isHeld = isWaiting;
    if (button) button.ariaBusy = String(isWaiting);
  }

  /** The loaded code takes the form's text as its initial text, so the failure message is removed first. */
  function say(isOffline: boolean): void {
    if (isOffline) wait(false);
    if (said && isOffline !== isRefused) said.textContent = isOffline ? networkMessages.failed : first;
    isRefused = isOffline;
  }
}
