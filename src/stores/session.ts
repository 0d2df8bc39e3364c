import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { shop } from '../domain/shop.ts';

/** The session's token. Text that could not be a header (someone edited the storage) is no token. */
export const $token = persistentAtom<string | undefined>(shop.storageKeys.token, undefined, {
  encode: (token) => token,
  decode: (text) => (/^[!-~]+$/.test(text) ? text : undefined),
});

export const $userEmail = persistentAtom<string | undefined>(shop.storageKeys.userEmail, undefined);

/** True until the start-up check of specification §4 has finished: nobody is sent to /login before. */
export const $authLoading = atom(true);

/** True while somebody logs out here: `$authLoading` is theirs to end then, and no longer the start-up check's. */
export const $isLeaving = atom(false);

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

export const farewells: Farewell[] = [];

/** A store that keeps something of the shopper's says here what logging out does to it. */
export function atSignOut(farewell: Farewell): void {
  farewells.push(farewell);
}

/** Where stores/catalogue and stores/recently-viewed keep products: forgotten here, because few pages load them. */
export const productsKey = 'taana-products';
export const viewedKey = 'taana-viewed';
