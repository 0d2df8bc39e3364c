import { networkMessages } from '../contract/messages/network.ts';

/**
 * Fetches the code of a form when a shopper reaches for it; until then the browser posts the form itself. A submit made
 * while the code is on its way is held and carried out when it has come. If the code does not come, the browser posts
 * the form after all; without a network the form says so and keeps what was typed. So no submit is lost.
 *
 * @param load fetches the code, which takes the form over
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
      // A failure shows when the code is really asked for.
      load().catch(() => undefined);
    });
  }
  form.addEventListener('submit', hold);

  function hold(event: Event): void {
    event.preventDefault();
    // The code, where it has come already, hears the submit that follows.
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

  /** The code keeps what the form says before it comes, so a refusal goes before that. */
  function say(isOffline: boolean): void {
    if (isOffline) wait(false);
    if (said && isOffline !== isRefused) said.textContent = isOffline ? networkMessages.failed : first;
    isRefused = isOffline;
  }
}
