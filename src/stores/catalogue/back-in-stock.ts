import { call } from '../../client/api.ts';
import { goTo } from '../../client/go-to.ts';
import { notifyMessages } from '../../contract/messages/catalogue.ts';
import { paths } from '../../contract/paths.ts';
import type { BackInStockBody } from '../../contract/calls/back-in-stock.ts';
import { $token, $userEmail } from '../session/session.ts';
import { showToast } from '../page/toasts.ts';

/** The subscriptions made on this page, which prevents repeats. */
const saved = new Set<string>();
const asking = new Set<string>();

/**
 * Creates a back-in-stock subscription for a sold-out size. A visitor goes to /login first; the subscription is made
 * when they return to the product.
 */
export async function askToBeNotified(productId: string, size: string): Promise<void> {
  const token = $token.get();
  if (!token) return goTo(paths.login, { from: paths.product(productId), onReturn: { notifyMe: size } });
  const email = $userEmail.get();
  // A logged-in shopper must not go to /login, because it redirects them back at once.
  if (!email) return showToast('error', notifyMessages.failed);
  const body = { productId, email, size };
  const key = Object.values(body).join('/');
  if (asking.has(key)) return;
  asking.add(key);
  await ask(body, key, token);
  asking.delete(key);
}

async function ask(body: BackInStockBody, key: string, token: string): Promise<void> {
  const isRepeated = saved.has(key);
  const check = await call('notify.check', body, { token });
  if (check.success ? check.alreadyNotified : isRepeated) {
    saved.add(key);
    showToast('info', notifyMessages.already);
    return;
  }
  // The server says yes only to the owner of a confirmed email. For others the save is repeated: it changes nothing,
  // unless the email has gone out since.
  const answer = await call('notify', body, { keepalive: true });
  if (answer.success) {
    saved.add(key);
    if (isRepeated) showToast('info', notifyMessages.already);
    else showToast('success', notifyMessages.saved);
    return;
  }
  saved.delete(key);
  // This refusal is good news: the size is back in stock.
  if (answer.message === notifyMessages.inStock) showToast('info', answer.message);
  else showToast('error', notifyMessages.failed);
}
