import { takeLinkToken } from '../../client/link-token.ts';
import type { paths } from '../../contract/paths.ts';

// Runs before the island loads, so that the address bar does not show the token.
// A string, because `paths` would bring code that this page needs only later.
takeLinkToken('/confirm-email' satisfies (typeof paths)['confirmEmail']);
