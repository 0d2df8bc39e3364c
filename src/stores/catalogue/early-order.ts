import { call } from '../../client/api.ts';
import { goTo } from '../../client/go-to.ts';
import { earlyOrderMessages } from '../../contract/messages/catalogue.ts';
import { paths } from '../../contract/paths.ts';
import { $token, $userEmail } from '../session/session.ts';
import { showToast } from '../page/toasts.ts';

const registering = new Set<string>();
/** The last registered size of each product, on this page. */
const registered = new Map<string, string>();

/**
 * Registers interest in a size of an early-order product; name and phone are sent empty. A visitor goes to /login
 * first; the interest is registered when they return to the product.
 */
export async function registerInterest(productId: string, size: string): Promise<void> {
  if (!$token.get())
    return goTo(paths.login, { from: paths.product(productId), onReturn: { earlyOrder: size } });
  const email = $userEmail.get();
  if (!email) return showToast('error', earlyOrderMessages.failed);
  const key = `${productId} ${size}`;
  if (registering.has(key)) return;
  registering.add(key);
  const body = { productId, name: '', email, phone: '', size };
  const answer = await call('product.early-order-interest', body, { keepalive: true });
  registering.delete(key);
  const before = registered.get(productId);
  if (answer.success) {
    registered.set(productId, size);
    const isOther = before !== undefined && before !== size;
    showToast('success', isOther ? earlyOrderMessages.resized(before, size) : earlyOrderMessages.registered);
  } else showToast('error', answer.code === 'network' ? earlyOrderMessages.failed : answer.message);
}
