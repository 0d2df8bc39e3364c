import { takeLinkToken } from '../../client/link-token.ts';
import { paths } from '../../contract/paths.ts';

// Before the island has come: the address bar does not show the token while that loads.
takeLinkToken(paths.resetPassword);
