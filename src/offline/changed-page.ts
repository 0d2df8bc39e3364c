import { changedPageMessages } from '../contract/messages/page.ts';
import { saveFields } from './form-restore.ts';

/**
 * The shop now has a newer version of this page. Reloads at once; if the shopper is typing or has a dialog open, shows
 * a button instead.
 */
export function showChange(line: HTMLElement): void {
  if (!isBusy()) {
    loadAgain();
    return;
  }
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'link min-h-11 font-semibold';
  again.textContent = changedPageMessages.showNew;
  again.addEventListener('click', loadAgain);
  line.firstElementChild?.replaceChildren(`${changedPageMessages.changed} `, again);
  line.hidden = false;
}

function loadAgain(): void {
  saveFields();
  location.reload();
}

function isBusy(): boolean {
  const isTyping = document.activeElement?.matches('input, select, textarea') ?? false;
  return isTyping || document.querySelector('dialog[open]') !== null;
}
