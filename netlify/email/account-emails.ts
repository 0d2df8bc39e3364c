import { paths } from '../../src/contract/paths.ts';
import { formatDay } from '../../src/domain/days.ts';
import { brand, lifetimes } from '../../src/domain/config.ts';
import { buttonPart, composeEmail, durationOf, type EmailMessage } from './email-parts.ts';

/**
 * Account emails. Links carry their token in the fragment, which browsers send to no server. No email names the
 * account's owner beyond the mailbox that receives it. `siteUrl`: the shop's public URL, without a slash at the end.
 */

const whyAccount = `You get this email because there is an account with this address at ${brand.name}.`;

/** For somebody who forgot their password. @param willEmpty the account was not confirmed and starts empty */
export function passwordResetEmail(token: string, siteUrl: string, willEmpty = false): EmailMessage {
  return composeEmail({
    subject: `Set a new password for ${brand.name}`,
    preview: `The link works once, within ${durationOf(lifetimes.resetLinkMs)}.`,
    parts: [
      `Open the link to choose a new password. It works once, within ${durationOf(lifetimes.resetLinkMs)}, and only until we send you a newer one.`,
      ...(willEmpty
        ? [
            'Your email is not confirmed yet, so setting a new password removes everything saved in the account. To keep it, first open your profile in a browser where you are still logged in, and confirm your email. Orders on their way will still arrive.',
          ]
        : []),
      'If you did not ask for this, ignore this email: your password stays as it is.',
      buttonPart('Set a new password', `${siteUrl}${paths.resetPassword}#token=${token}`),
    ],
    why: whyAccount,
  });
}

/** For somebody whose password was reset. */
export function passwordChangedEmail(siteUrl: string): EmailMessage {
  return composeEmail({
    subject: `Your password for ${brand.name} was changed`,
    preview: 'You were logged out everywhere.',
    parts: [
      'Your password was changed with a link that we emailed to you, and you were logged out on every device.',
      `If that was not you, someone else may have access to your email. Secure your email account first, then ask for a new password on the login page, and write to ${brand.support.email}.`,
      buttonPart('Log in', siteUrl + paths.login),
    ],
    why: whyAccount,
  });
}

/** To the email of a new account. */
export function confirmSignUpEmail(token: string, siteUrl: string): EmailMessage {
  return composeEmail({
    subject: `Confirm your email for ${brand.name}`,
    preview: `The link works once, within ${durationOf(lifetimes.confirmLinkMs)}.`,
    parts: [
      `Open the link in the browser where you are logged in. It works once, within ${durationOf(lifetimes.confirmLinkMs)}, and only until we send you a newer one.`,
      `If you did not sign up, do not log in. To take over the account, choose “Forgot your password?” on the login page of ${brand.name}. It will be empty.`,
      buttonPart('Confirm your email', `${siteUrl}${paths.confirmEmail}#token=${token}`),
    ],
    why: whyAccount,
  });
}

/** To a new email that must be confirmed. */
export function confirmNewAddressEmail(token: string, siteUrl: string): EmailMessage {
  return composeEmail({
    subject: `Confirm your new email for ${brand.name}`,
    preview: `The link works once, within ${durationOf(lifetimes.emailChangeMs)}.`,
    parts: [
      `To log in with this email from now on, open the link in the browser where you are logged in. It works once, within ${durationOf(lifetimes.emailChangeMs)}.`,
      'If you did not ask for this, ignore this email: nobody can use your address here without this link.',
      buttonPart('Confirm this email', `${siteUrl}${paths.confirmEmail}#token=${token}`),
    ],
    why: `You get this email because somebody entered this address in their profile at ${brand.name}.`,
  });
}

/** To the present email of an account that changes to another. */
export function addressChangeNoticeEmail(siteUrl: string): EmailMessage {
  return composeEmail({
    subject: `Your email at ${brand.name} is about to change`,
    preview: 'It changes when the new address is confirmed.',
    parts: [
      'Somebody who is logged in to your account asked to use another email for it. It changes when the new address is confirmed.',
      'If that was not you, choose “Forgot your password?” on the login page now: a new password logs everybody out and stops the change.',
      buttonPart('Go to the login page', siteUrl + paths.login),
    ],
    why: whyAccount,
  });
}

/** To somebody who has not used their account for long. @param endsAt earliest deletion of the account (ms) */
export function inactiveAccountEmail(endsAt: number, siteUrl: string): EmailMessage {
  const when = formatDay(endsAt);
  return composeEmail({
    subject: `Your account at ${brand.name} will be deleted on ${when}`,
    preview: 'Log in once to keep it.',
    parts: [
      `You have not used your account for a long time. On ${when}, or soon after, we will delete it with everything in it.`,
      'To keep it, log in once before then.',
      buttonPart('Keep my account', siteUrl + paths.login),
    ],
    why: whyAccount,
  });
}

/** The deletion email. */
export function accountDeletedEmail(siteUrl: string): EmailMessage {
  return composeEmail({
    subject: `Your account at ${brand.name} has been deleted`,
    preview: 'Thank you for shopping with us.',
    parts: [
      'We have deleted your account: profile, addresses, cart, wishlist, notifications and all your alerts.',
      'We keep orders without your name, email, phone and street because tax law requires it.',
      'Thank you for shopping with us. You are welcome back any time.',
      buttonPart('What we keep, and why', siteUrl + paths.privacy),
    ],
    why: `You get this email because an account with this address at ${brand.name} was deleted. This is our last email about it.`,
  });
}
