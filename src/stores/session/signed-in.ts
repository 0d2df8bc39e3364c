import { computed } from 'nanostores';
import { $token } from './session.ts';

/**
 * Whether somebody is logged in here. Separate from session.ts, because most pages need no derived stores when they are
 * idle.
 */
export const $isSignedIn = computed($token, (token) => Boolean(token));
