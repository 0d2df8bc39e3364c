import { persistentAtom } from '@nanostores/persistent';

/**
 * How many notifications the shopper has not read, as a text; none where nobody knows. In storage, so that every page
 * shows it without asking: what writes it comes only to the profile and to shoppers who are logged in.
 */
export const $unread = persistentAtom<string | undefined>('taana-unread', undefined);
