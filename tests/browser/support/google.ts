import type { Locator, Page } from 'playwright/test';
import { answer } from './online-payment.ts';

const SCRIPT = '/__google/gsi/client';
export const CREDENTIAL = 'header.payload.signature';

/** A stand-in for Google's script: the button, One Tap at its place and size, and their callbacks. */
const script = `
  let settings, tap, listen;
  const give = () => settings.callback({ credential: '${CREDENTIAL}' });
  const end = (reason) => {
    if (!tap) return;
    tap.remove();
    tap = undefined;
    listen({ isSkippedMoment: () => false, isDismissedMoment: () => true, getDismissedReason: () => reason });
  };
  window.googleSettings = () => settings;
  window.google = { accounts: { id: {
    initialize(given) { settings = given; },
    renderButton(place, look) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Continue with Google';
      button.dataset.theme = look.theme;
      Object.assign(button.style, {
        width: look.width + 'px', height: '40px', border: '1px solid #747775',
        background: look.theme === 'outline' ? '#fff' : '#131314', color: look.theme === 'outline' ? '#1f1f1f' : '#e3e3e3',
      });
      button.onclick = give;
      place.append(button);
    },
    prompt(listener) {
      listen = listener;
      tap = document.createElement('div');
      tap.setAttribute('role', 'dialog');
      tap.setAttribute('aria-label', 'One Tap');
      Object.assign(tap.style, { position: 'fixed', top: '20px', right: '20px', width: 'min(391px, 100vw)', height: '260px', zIndex: '9999', padding: '16px', background: '#fff', color: '#1f1f1f' });
      for (const [label, act] of [
        ['Continue as Asha', () => { end('credential_returned'); give(); }],
        ['Close One Tap', () => end('user_cancel')],
      ]) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = label;
        button.onclick = act;
        button.style.padding = '12px';
        tap.append(button);
      }
      document.body.append(tap);
    },
    cancel() { end('cancel_called'); },
  } } };`;

/** Mocks Google login and Google's script. @returns the requested addresses of the script */
export async function offerGoogle(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await answer(page, 'user.options', {
    success: true,
    google: { clientId: 'client.example', scriptUrl: SCRIPT },
  });
  await page.route(`**${SCRIPT}`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: script });
  });
  return asked;
}

export function googleButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Continue with Google' });
}

export function oneTap(page: Page): Locator {
  return page.getByRole('dialog', { name: 'One Tap' });
}
