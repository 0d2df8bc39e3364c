import { paths } from '../../src/contract/paths.ts';
import { formatDay } from '../../src/domain/days.ts';
import { brand } from '../../src/domain/shop.ts';
import { letterOf, said, wayTo } from './letter-parts.ts';
import type { Letter } from './letters.ts';

/**
 * The letters about accounts. Links carry their token behind the `#`, which browsers send to nobody. None says to whom
 * an account belongs beyond the mailbox that it goes to. `siteUrl`: the shop's public address, without a slash at the end.
 */

const whyAccount = `You get this letter because there is an account with this e-mail at ${brand.name}.`;

/** To somebody who has forgotten their password. @param willEmpty the account was not confirmed and begins anew */
export function resetLetter(token: string, siteUrl: string, willEmpty = false): Letter {
  return letterOf({
    subject: `Set a new password for ${brand.name}`,
    preview: 'The link is good for one hour, and once.',
    parts: [
      said(
        'Open the link to choose a new password. It is good for one hour, and once; a newer letter ends it.',
      ),
      ...(willEmpty
        ? [
            said(
              'This e-mail is not confirmed yet, so the account begins empty with the new password. To keep what is saved in it, first open your profile in a browser that is still logged in, and confirm your e-mail. Orders on their way arrive all the same.',
            ),
          ]
        : []),
      said('If you did not ask for it, do nothing: your password stays as it is.'),
      wayTo('Set a new password', `${siteUrl}${paths.resetPassword}#token=${token}`),
    ],
    why: whyAccount,
  });
}

/** To somebody whose password was set anew. */
export function passwordChangedLetter(siteUrl: string): Letter {
  return letterOf({
    subject: `Your password for ${brand.name} was changed`,
    preview: 'You were logged out everywhere.',
    parts: [
      said(
        'Your password was changed by a link that we mailed to you, and you were logged out on every device.',
      ),
      said(
        `If that was not you, somebody can read your mail: secure your mailbox first, then ask for a new password on the login page, and write to ${brand.support.email}.`,
      ),
      wayTo('Log in', siteUrl + paths.login),
    ],
    why: whyAccount,
  });
}

/** To the e-mail of a new account. */
export function confirmSignUpLetter(token: string, siteUrl: string): Letter {
  return letterOf({
    subject: `Confirm your e-mail for ${brand.name}`,
    preview: 'The link is good for seven days, and once.',
    parts: [
      said(
        'Open the link in the browser in which you are logged in. It is good for seven days, and once; a newer e-mail ends it.',
      ),
      said(
        `If you did not sign up, do not log in. To have the account for yourself, choose “Forgot your password?” on the login page of ${brand.name}: it becomes yours, and empty.`,
      ),
      wayTo('Confirm your e-mail', `${siteUrl}${paths.confirmEmail}#token=${token}`),
    ],
    why: whyAccount,
  });
}

/** To a new e-mail address, which must confirm itself. */
export function confirmEmailLetter(token: string, siteUrl: string): Letter {
  return letterOf({
    subject: `Confirm your new e-mail for ${brand.name}`,
    preview: 'The link is good for one day, and once.',
    parts: [
      said(
        'Open the link in the browser in which you are logged in, to log in with this e-mail from now on. It is good for one day, and once.',
      ),
      said('If you did not ask for it, do nothing: nobody can use your e-mail here without this link.'),
      wayTo('Confirm this e-mail', `${siteUrl}${paths.confirmEmail}#token=${token}`),
    ],
    why: `You get this letter because somebody entered this e-mail in their profile at ${brand.name}.`,
  });
}

/** To the present e-mail address of an account that wants another. */
export function emailChangeLetter(siteUrl: string): Letter {
  return letterOf({
    subject: `Your e-mail at ${brand.name} is about to change`,
    preview: 'It changes when the new address is confirmed.',
    parts: [
      said(
        'Somebody who is logged in to your account asked to use another e-mail for it. It changes when the new address is confirmed.',
      ),
      said(
        'If that was not you, choose “Forgot your password?” on the login page now: a new password logs everybody out and stops the change.',
      ),
      wayTo('To the login page', siteUrl + paths.login),
    ],
    why: whyAccount,
  });
}

/** To somebody who has not used their account for long. @param endsAt when (ms) it is deleted at the earliest */
export function inactiveLetter(endsAt: number, siteUrl: string): Letter {
  const when = formatDay(endsAt);
  return letterOf({
    subject: `Your account at ${brand.name} will be deleted on ${when}`,
    preview: 'Log in once to keep it.',
    parts: [
      said(
        `You have not used your account for a long time. We do not keep what nobody needs: on ${when}, or soon after, we delete it with everything in it.`,
      ),
      said('To keep it, log in once before then.'),
      wayTo('Keep my account', siteUrl + paths.login),
    ],
    why: whyAccount,
  });
}

/** The last letter. */
export function goodbyeLetter(siteUrl: string): Letter {
  return letterOf({
    subject: `Your account at ${brand.name} is deleted`,
    preview: 'Thank you for having been with us.',
    parts: [
      said(
        'Your account is deleted: profile, addresses, cart, wishlist, notifications and everything that you had asked us to tell you about.',
      ),
      said('Of your orders we keep what tax law asks for, without your name, e-mail, phone or street.'),
      said('Thank you for having been with us. You are welcome to come back.'),
      wayTo('What we keep, and why', siteUrl + paths.privacy),
    ],
    why: `You get this letter because an account with this e-mail at ${brand.name} was deleted. It is the last one.`,
  });
}
