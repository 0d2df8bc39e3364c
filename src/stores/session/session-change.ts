import { $token, $userEmail } from './session.ts';

/** Takes up the session that a login or a sign-up has opened. */
export function beginSession(token: string, email: string): void {
  $userEmail.set(email);
  $token.set(token);
}

/** Forgets the session here; the cart stays. */
export function endSession(): void {
  $token.set(undefined);
  $userEmail.set(undefined);
}

/** Forgets at once what a shopper had here; may send last words with the token that is about to go. */
type Farewell = (token: string | undefined) => Promise<void> | undefined;

export const signOutHooks: Farewell[] = [];

/** A store that keeps something of the shopper's says here what logging out does to it. */
export function onSignOut(farewell: Farewell): void {
  signOutHooks.push(farewell);
}

/** Where stores/catalogue/catalogue and stores/catalogue/recently-viewed keep products: forgotten here, because few pages load them. */
export const productsKey = 'taana-products';
export const viewedKey = 'taana-viewed';
