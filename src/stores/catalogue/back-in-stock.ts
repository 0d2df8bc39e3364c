import { call } from '../../client/api.ts';
import { goTo } from '../../client/go-to.ts';
import { notifyMessages } from '../../contract/messages/notify.ts';
import { paths } from '../../contract/paths.ts';
import type { NotifyWish } from '../../contract/routes.ts';
import { $token, $userEmail } from '../session/session.ts';
import { showToast } from '../page/toasts.ts';

/** What this page has saved: the flag of specification §4 that prevents repeats. */
const saved = new Set<string>();
const asking = new Set<string>();

/**
 * Asks to be told when a sold-out size is back (specification §4, Notify-me). A visitor goes to /login first; back on
 * the product the wish is carried out.
 */
export async function askToBeNotified(productId: string, size: string): Promise<void> {
  if (!$token.get()) {
    goTo(paths.login, { from: paths.product(productId), onReturn: { notifyMe: size } });
    return;
  }
  const email = $userEmail.get();
  // Not to /login: it sends whoever is logged in straight back.
  if (!email) {
    showToast('error', notifyMessages.failed);
    return;
  }
  const wish = { productId, email, size };
  const key = Object.values(wish).join('/');
  if (asking.has(key)) return;
  asking.add(key);
  await ask(wish, key);
  asking.delete(key);
}

async function ask(wish: NotifyWish, key: string): Promise<void> {
  const check = await call('notify.check', wish);
  if (check.success && check.alreadyNotified) saved.add(key);
  else if (check.success) saved.delete(key);
  if (saved.has(key)) {
    showToast('info', notifyMessages.already);
    return;
  }
  const answer = await call('notify', wish, { keepalive: true });
  if (answer.success) {
    saved.add(key);
    showToast('success', notifyMessages.saved);
    return;
  }
  // The one refusal that is good news: the size came back meanwhile.
  if (answer.message === notifyMessages.inStock) showToast('info', answer.message);
  else showToast('error', notifyMessages.failed);
}
