import { newsletterMessages } from '../../contract/messages/newsletter.ts';
import { $newsletter, forgetOutcome, subscribe } from '../../stores/page/newsletter.ts';

/**
 * Wakes the newsletter box, which until then is posted by the browser itself. What is said has its place in the page from
 * the start, so that screen readers announce what enters it and nothing moves. What was typed stays until it is subscribed.
 */
const form = document.querySelector<HTMLFormElement>('form[data-newsletter]');
if (form) wake(form);

function wake(form: HTMLFormElement): void {
  const email = form.elements.namedItem('email') as HTMLInputElement;
  const button = form.querySelector('button');
  const said = form.querySelector<HTMLElement>('[data-said]');
  if (!button || !said) return;
  const first = said.textContent;

  email.addEventListener('input', forgetOutcome);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void subscribe(email.value);
  });

  $newsletter.listen(({ status, message }) => {
    const isSending = status === 'sending';
    // Not `disabled`: the button that was pressed would lose the keyboard's focus. The store asks once.
    button.ariaDisabled = String(isSending);
    button.ariaBusy = String(isSending);
    button.textContent = isSending ? newsletterMessages.sending : newsletterMessages.subscribe;
    email.readOnly = isSending;
    email.ariaInvalid = String(status === 'failed');
    said.dataset['status'] = status;
    // The toast says the same.
    said.ariaLive = status === 'failed' ? 'off' : 'polite';
    said.textContent = message ?? (isSending ? '' : first);
    if (status === 'subscribed') form.reset();
    if (status === 'failed') email.focus();
  });
}
