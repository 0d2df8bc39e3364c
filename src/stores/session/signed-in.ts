import { computed } from 'nanostores';
import { $token } from './session.ts';

/** Whether somebody is logged in here. Apart from the session, because a page at rest has no need of derived stores. */
export const $isSignedIn = computed($token, (token) => Boolean(token));
