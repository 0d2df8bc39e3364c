import { $token } from '../../stores/session/session.ts';
import { openSignIn } from '../../stores/session/sign-in-return.ts';

/** Sends a logged-in shopper on from /login, without React. */
openSignIn();
// Set by layouts/already-signed-in.js: the form shows as soon as the stored token turns out to be invalid.
$token.subscribe((token) => {
  if (!token) delete document.documentElement.dataset['signedIn'];
});
