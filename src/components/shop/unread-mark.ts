import { $token } from '../../stores/session/session.ts';
import { $unread } from '../../stores/account/unread.ts';

/**
 * Shows the number of unread notifications beside the account icon. Loaded for logged-in shoppers only, to keep
 * visitors' pages small; resets when the session ends.
 */
export function showUnread(root: Document): void {
  const link = root.querySelector('[data-unread]');
  const number = link?.querySelector<HTMLElement>('.count');
  if (!link || !number) return;
  const name = link.ariaLabel;
  $unread.subscribe((unread) => {
    const count = $token.get() ? Number(unread ?? 0) : 0;
    number.textContent = count > 99 ? '99+' : String(count);
    number.hidden = count === 0;
    if ($token.get()) link.ariaLabel = count === 0 ? name : `${name}, ${count} unread`;
  });
  $token.subscribe((token) => {
    if (!token) $unread.set(undefined);
  });
}
