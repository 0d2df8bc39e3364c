import { persistentAtom } from '@nanostores/persistent';

/**
 * The number of unread notifications as a text; undefined if unknown. In storage, so that every page shows it without a
 * request: only the profile, and pages of logged-in shoppers, load the code that updates it.
 */
export const $unread = persistentAtom<string | undefined>('taana-unread', undefined);
