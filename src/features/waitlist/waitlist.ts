import { fieldMessages } from '../../contract/messages/address.ts';
import { waitlistMessages } from '../../contract/messages/newsletter-and-waitlist.ts';
import { isEmail } from '../../domain/user.ts';
import { $waitlist, joinWaitlist } from '../../stores/page/waitlist.ts';

/**
 * Makes the waitlist form work without a page load; until then the browser posts it. The message has its place from the
 * start, so that screen readers announce it and nothing moves.
 */
const form = document.querySelector<HTMLFormElement>('form[data-waitlist]');
if (form) wake(form);

function wake(form: HTMLFormElement): void {
  const email = form.elements.namedItem('user_email') as HTMLInputElement;
  const button = form.querySelector('button');
  const message = form.querySelector<HTMLElement>('[data-message]');
  if (!button || !message) return;
  // These messages are for browsers without script.
  for (const outcome of form.querySelectorAll('[data-posted]')) outcome.remove();

  const check = () => {
    const isWrong = email.value !== '' && !isEmail(email.value);
    email.setCustomValidity(isWrong ? fieldMessages.email : '');
  };
  email.addEventListener('input', check);
  // Browsers restore form values without an event.
  button.addEventListener('click', check);
  // Text that was typed before this code arrived.
  check();

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    const value = (name: string) => String(fields.get(name) ?? '');
    void joinWaitlist({
      user_email: value('user_email'),
      user_name: value('user_name'),
      message: value('message'),
    });
  });

  let hadFocus = false;
  $waitlist.listen((state) => {
    const isSending = state === 'sending';
    if (isSending) hadFocus = document.activeElement === button;
    button.disabled = isSending;
    button.ariaBusy = String(isSending);
    button.textContent = isSending ? waitlistMessages.sending : waitlistMessages.button;
    message.dataset['kind'] = state;
    message.textContent = state === 'joined' || state === 'failed' ? waitlistMessages[state] : '';
    if (state === 'joined') form.reset();
    // A disabled button loses the focus.
    if (!isSending && hadFocus) button.focus();
  });
}
