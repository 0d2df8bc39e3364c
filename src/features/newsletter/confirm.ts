import { call } from '../../client/api.ts';
import { longDay } from '../../components/shop/date-formats.ts';
import { isLinkStillGood, takeLinkToken } from '../../client/link-token.ts';
import {
  newsletterConfirmMessages,
  newsletterPageMessages,
} from '../../contract/messages/newsletter-and-waitlist.ts';
import { newsletterPaths } from '../../contract/paths.ts';
import type { Reply } from '../../contract/routes.ts';
import { showToast } from '../../stores/page/toasts.ts';

/**
 * The page of the link that confirms a subscription. It confirms on a tap, not on opening, because mail scanners open
 * links as well. Following the link again gives the same answer.
 */
const title = document.querySelector('h1');
const part = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);
const [said, button, given, code, until, copy, toShop, again] = [
  'said',
  'confirm',
  'given',
  'code',
  'until',
  'copy',
  'to-shop',
  'again',
].map(part);
let token: string | null = null;
let isAsking = false;

open();
// Opening another link in this tab changes only the fragment.
addEventListener('hashchange', open);
button?.addEventListener('click', () => void confirm());
copy?.addEventListener('click', () => void copyCode());

function open(): void {
  const before = token;
  token = takeLinkToken(newsletterPaths.confirm);
  if (token === null) end(newsletterConfirmMessages.ended);
  else if (token !== before) begin();
}

/** Resets the page, which may still show the result of another link. */
function begin(): void {
  if (!button || !given || !again) return;
  head(newsletterPageMessages.confirmTitle);
  say(newsletterConfirmMessages.hint);
  busy(false);
  button.hidden = false;
  given.hidden = true;
  again.hidden = true;
}

async function confirm(): Promise<void> {
  if (token === null || isAsking || !button) return;
  isAsking = true;
  busy(true);
  const answer = await call('newsletter.confirm', { token });
  isAsking = false;
  busy(false);
  if (answer.success) return show(answer);
  if (!isLinkStillGood(answer.code)) return end(answer.message);
  say(answer.message);
  button.textContent = newsletterConfirmMessages.tryAgain;
}

function busy(isBusy: boolean): void {
  if (!button) return;
  button.ariaDisabled = String(isBusy);
  button.ariaBusy = String(isBusy);
  button.textContent = isBusy ? newsletterConfirmMessages.confirming : newsletterConfirmMessages.confirm;
}

function show({ message, code: made }: Reply<'newsletter.confirm'>): void {
  if (!button || !given || !code || !until || !copy) return;
  head(newsletterPageMessages.confirmedTitle);
  button.hidden = true;
  given.hidden = false;
  for (const each of [code, until, copy]) each.hidden = !made;
  if (!made) {
    say(`${message} ${newsletterConfirmMessages.noCode}`);
    toShop?.focus();
    return;
  }
  say(`${message} ${newsletterConfirmMessages.codeGiven(made.percent)}`);
  code.textContent = made.code;
  until.textContent = newsletterConfirmMessages.until(longDay.format(made.expiresAt));
  copy.focus();
}

async function copyCode(): Promise<void> {
  try {
    await navigator.clipboard.writeText(code?.textContent ?? '');
    showToast('success', newsletterConfirmMessages.copied);
  } catch {
    showToast('info', newsletterConfirmMessages.notCopied);
  }
}

/** The link is not valid. */
function end(message: string): void {
  head(newsletterPageMessages.endedTitle);
  say(message);
  if (!button || !again) return;
  const wasPressed = document.activeElement === button;
  button.hidden = true;
  again.hidden = false;
  // The pressed button is gone, so the focus moves to its replacement.
  if (wasPressed) again.focus();
}

/** Sets the title, for the tab and for the heading. */
function head(text: string): void {
  if (!title) return;
  document.title = document.title.replace(title.textContent, text);
  title.textContent = text;
}

function say(message: string): void {
  if (said) said.textContent = message;
}
