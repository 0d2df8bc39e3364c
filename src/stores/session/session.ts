import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { storageKeys } from '../../domain/config.ts';

/** The session's token. A text that cannot be a header value (someone edited the storage) is no token. */
export const $token = persistentAtom<string | undefined>(storageKeys.token, undefined, {
  encode: (token) => token,
  decode: (text) => (/^[!-~]+$/.test(text) ? text : undefined),
});

export const $userEmail = persistentAtom<string | undefined>(storageKeys.userEmail, undefined);

/** True until the start-up check has finished: nobody is sent to /login before. */
export const $authLoading = atom(true);

/** True during a logout here: the logout then sets `$authLoading` to false, and not the start-up check. */
export const $isSigningOut = atom(false);
