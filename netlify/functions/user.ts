import { serve } from '../http/serve.ts';
import * as accountData from '../services/account-data.ts';
import * as accounts from '../services/accounts.ts';
import * as emailConfirmation from '../services/email-confirmation.ts';
import * as googleLogin from '../services/google-login.ts';
import * as passwords from '../services/passwords.ts';
import * as profiles from '../services/profiles.ts';

export default serve({
  'user.register': accounts.register,
  'user.login': accounts.logIn,
  'user.logout': accounts.logOut,
  'user.options': googleLogin.options,
  'user.google': googleLogin.logIn,
  'user.forgot': passwords.forgot,
  'user.reset': passwords.reset,
  'user.confirm-email': emailConfirmation.confirm,
  'user.confirm-again': emailConfirmation.askAgain,
  'user.profile': profiles.read,
  'user.save-profile': profiles.save,
  'user.export': accountData.exportData,
  'user.delete': accountData.remove,
});
/** Netlify's own rate limit, checked before the function starts; tests/deploy explains its size. */
export const config = {
  path: '/api/user/*',
  rateLimit: { windowLimit: 9000, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
