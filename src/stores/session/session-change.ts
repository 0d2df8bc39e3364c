import { $token, $userEmail } from './session.ts';

export function beginSession(token: string, email: string): void {
  $userEmail.set(email);
  $token.set(token);
}

/** Ends the session here; the cart stays. */
export function endSession(): void {
  $token.set(undefined);
  $userEmail.set(undefined);
}

/** Clears a shopper's data at once; may send a last request with the token before it is revoked. */
type SignOutHook = (token: string | undefined) => Promise<void> | undefined;

export const signOutHooks: SignOutHook[] = [];

export function onSignOut(hook: SignOutHook): void {
  signOutHooks.push(hook);
}

/**
 * Storage keys of stores/catalogue/catalogue and stores/catalogue/recently-viewed. They are here because logout clears
 * them on pages that do not load those stores.
 */
export const productsKey = 'taana-products';
export const viewedKey = 'taana-viewed';
