import { takeLinkToken } from '../../client/link-token.ts';
import type { paths } from '../../contract/paths.ts';

// Before the island has come: the address bar does not show the token while that loads.
// As text, because `paths` would bring code that this page wants later.
takeLinkToken('/confirm-email' satisfies (typeof paths)['confirmEmail']);
