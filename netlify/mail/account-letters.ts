import { paths } from '../../src/contract/paths.ts';
import { brand, shop } from '../../src/domain/shop.ts';
import { button, frame, heading, paragraph, textFrame } from './frame.ts';
import type { Letter } from './letters.ts';

/**
 * The letters about accounts. Links carry their token behind the `#`, which browsers send to nobody. None says to whom
 * an account belongs beyond the mailbox that it goes to. `siteUrl`: the shop's public address, without a slash at the end.
 */

const day = new Intl.DateTimeFormat(shop.currency.locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

interface Draft {
  subject: string;
  /** The line that inboxes show behind the subject. */
  preview: string;
  paragraphs: string[];
  link?: { label: string; address: string };
  why: string;
}

function letterOf({ subject, preview, paragraphs, link, why }: Draft): Letter {
  return {
    subject,
    text: textFrame([`${subject}.`, ...paragraphs, ...(link ? [`${link.label}: ${link.address}`] : [])], why),
    html: frame({
      title: subject,
      preview,
      rows: [
        heading(subject),
        ...paragraphs.map(paragraph),
        ...(link ? [button(link.label, link.address)] : []),
      ],
      why,
    }),
  };
}

const whyAccount = `You get this letter because there is an account with this e-mail at ${brand.name}.`;

/** To somebody who has forgotten their password. */
export function resetLetter(token: string, siteUrl: string): Letter {
  return letterOf({
    subject: `Set a new password for ${brand.name}`,
    preview: 'The link is good for one hour, and once.',
    paragraphs: [
      'Open the link to choose a new password. It is good for one hour, and once; a newer letter ends it.',
      'If you did not ask for it, do nothing: your password stays as it is.',
    ],
    link: { label: 'Set a new password', address: `${siteUrl}${paths.resetPassword}#token=${token}` },
    why: whyAccount,
  });
}

/** To somebody whose password was set anew. */
export function passwordChangedLetter(siteUrl: string): Letter {
  return letterOf({
    subject: `Your password for ${brand.name} was changed`,
    preview: 'You were logged out everywhere.',
    paragraphs: [
      'Your password was changed by a link that we mailed to you, and you were logged out on every device.',
      `If that was not you, somebody can read your mail: secure your mailbox first, then ask for a new password on the login page, and write to ${brand.support.email}.`,
    ],
    link: { label: 'Log in', address: siteUrl + paths.login },
    why: whyAccount,
  });
}

/** To a new e-mail address, which must confirm itself. */
export function confirmEmailLetter(token: string, siteUrl: string): Letter {
  return letterOf({
    subject: `Confirm your new e-mail for ${brand.name}`,
    preview: 'The link is good for one day, and once.',
    paragraphs: [
      'Open the link to log in with this e-mail from now on. It is good for one day, and once.',
      'If you did not ask for it, do nothing: nobody can use your e-mail here without this link.',
    ],
    link: { label: 'Confirm this e-mail', address: `${siteUrl}${paths.confirmEmail}#token=${token}` },
    why: `You get this letter because somebody entered this e-mail in their profile at ${brand.name}.`,
  });
}

/** To the present e-mail address of an account that wants another. */
export function emailChangeLetter(siteUrl: string): Letter {
  return letterOf({
    subject: `Your e-mail at ${brand.name} is about to change`,
    preview: 'It changes when the new address is confirmed.',
    paragraphs: [
      'Somebody who is logged in to your account asked to use another e-mail for it. It changes when the new address is confirmed.',
      'If that was not you, choose “Forgot your password?” on the login page now: a new password logs everybody out and stops the change.',
    ],
    link: { label: 'To the login page', address: siteUrl + paths.login },
    why: whyAccount,
  });
}

/** To somebody who has not used their account for long. @param endsAt when (ms) it is deleted at the earliest */
export function inactiveLetter(endsAt: number, siteUrl: string): Letter {
  const when = day.format(endsAt);
  return letterOf({
    subject: `Your account at ${brand.name} will be deleted on ${when}`,
    preview: 'Log in once to keep it.',
    paragraphs: [
      `You have not used your account for a long time. We do not keep what nobody needs: on ${when}, or soon after, we delete it with everything in it.`,
      'To keep it, log in once before then.',
    ],
    link: { label: 'Keep my account', address: siteUrl + paths.login },
    why: whyAccount,
  });
}

/** The last letter. */
export function goodbyeLetter(siteUrl: string): Letter {
  return letterOf({
    subject: `Your account at ${brand.name} is deleted`,
    preview: 'Thank you for having been with us.',
    paragraphs: [
      'Your account is deleted: profile, addresses, cart, wishlist, notifications and everything that you had asked us to tell you about.',
      'Of your orders we keep what tax law asks for, without your name, e-mail, phone or street.',
      'Thank you for having been with us. You are welcome to come back.',
    ],
    link: { label: 'What we keep, and why', address: siteUrl + paths.privacy },
    why: `You get this letter because an account with this e-mail at ${brand.name} was deleted. It is the last one.`,
  });
}
