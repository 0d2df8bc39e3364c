import { newsletterMessages } from '../../contract/messages/newsletter-and-waitlist.ts';
import { $newsletter, forgetOutcome, subscribe } from '../../stores/page/newsletter.ts';

/**
 * Makes the newsletter box work without a page load; until then the browser posts it. The message has its place from
 * the start, so that screen readers announce it and nothing moves. Typed text stays until it is subscribed.
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
    // Not `disabled`: the pressed button would lose the focus. The store sends only once.
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
