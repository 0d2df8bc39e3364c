import { deskPaths } from '../../src/contract/desk-paths.ts';
import { brand, desk } from '../../src/domain/config.ts';
import { buttonPart, composeEmail, durationOf, type EmailMessage } from './email-parts.ts';

/** Emails to staff about the desk. `siteUrl`: the shop's public URL, without a slash at the end. */

const why = `You get this email because you are on the staff list of ${brand.name}.`;

/** The link carries its token in the fragment, which browsers send to no server. */
export function signInEmail(token: string, siteUrl: string): EmailMessage {
  return composeEmail({
    subject: `Sign in to the desk of ${brand.name}`,
    preview: `The link works once, within ${durationOf(desk.signInMs)}.`,
    parts: [
      `Open the link in the browser with which you work. It works once, within ${durationOf(desk.signInMs)}.`,
      'If you did not ask for it, ignore this email: the link alone opens nothing.',
      buttonPart('Sign in', `${siteUrl}${deskPaths.today}#token=${token}`),
    ],
    why,
  });
}

/** To a staff member after a passkey was added, in case somebody else added it. */
export function newPasskeyEmail(device: string, siteUrl: string): EmailMessage {
  return composeEmail({
    subject: `A passkey was added for the desk of ${brand.name}`,
    preview: 'If that was not you, tell the owner now.',
    parts: [
      `A passkey that opens the desk with your name was added in ${device}.`,
      'If that was not you, remove it on the staff page, or tell the owner now.',
      buttonPart('Look at your passkeys', `${siteUrl}${deskPaths.staff}`),
    ],
    why,
  });
}
