import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { storageKeys } from '../../domain/config-every-page.ts';

/** The session's token. Text that could not be a header (someone edited the storage) is no token. */
export const $token = persistentAtom<string | undefined>(storageKeys.token, undefined, {
  encode: (token) => token,
  decode: (text) => (/^[!-~]+$/.test(text) ? text : undefined),
});

export const $userEmail = persistentAtom<string | undefined>(storageKeys.userEmail, undefined);

/** True until the start-up check of specification §4 has finished: nobody is sent to /login before. */
export const $authLoading = atom(true);

/** True while somebody logs out here: `$authLoading` is theirs to end then, and no longer the start-up check's. */
export const $isLeaving = atom(false);
