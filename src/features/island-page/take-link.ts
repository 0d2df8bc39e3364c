import { takeLinkToken } from '../../client/link-token.ts';

// Runs before the island loads, so that the address bar does not show the token. The island asks under its path in
// `paths`, which would bring code that this page needs only later; a host also serves `/path/` and `/path.html`.
takeLinkToken(location.pathname.replace(/\/$|\.html$/, ''));
