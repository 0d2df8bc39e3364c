import { fieldMessages } from '../../contract/messages/field.ts';
import { waitlistMessages } from '../../contract/messages/waitlist.ts';
import { isEmail } from '../../domain/user.ts';
import { $waitlist, joinWaitlist } from '../../stores/page/waitlist.ts';

/**
 * Wakes the waitlist's form, which until then is posted by the browser itself. The message has its place in the page from
 * the start, so that screen readers announce what enters it and nothing moves.
 */
const form = document.querySelector<HTMLFormElement>('form[data-waitlist]');
if (form) wake(form);

function wake(form: HTMLFormElement): void {
  const email = form.elements.namedItem('user_email') as HTMLInputElement;
  const button = form.querySelector('button');
  const message = form.querySelector<HTMLElement>('[data-message]');
  if (!button || !message) return;
  // These are for a browser without script.
  for (const outcome of form.querySelectorAll('[data-posted]')) outcome.remove();

  const check = () => {
    const isWrong = email.value !== '' && !isEmail(email.value);
    email.setCustomValidity(isWrong ? fieldMessages.email : '');
  };
  email.addEventListener('input', check);
  // Browsers fill a form in again without a word.
  button.addEventListener('click', check);
  // What was typed before this code came.
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
    // A button that is switched off loses the keyboard's place.
    if (!isSending && hadFocus) button.focus();
  });
}
