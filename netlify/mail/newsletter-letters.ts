import { newsletterPaths } from '../../src/contract/newsletter-paths.ts';
import { paths } from '../../src/contract/paths.ts';
import { formatDay } from '../../src/domain/days.ts';
import { brand, shop } from '../../src/domain/shop.ts';
import { codeBlock } from './code-block.ts';
import { link } from './frame.ts';
import { letterOf, type Part, said, wayTo } from './letter-parts.ts';
import type { Letter } from './letters.ts';

/**
 * The letters about the newsletter. Each carries the link by which its reader leaves: in its text, and in the headers
 * that mail programs make a button of (mail/transport). `siteUrl`: the shop's public address, without a slash at the end.
 */

/** What a letter says of a code. `expiresAt` in ms. */
interface MailedCode {
  code: string;
  percent: number;
  expiresAt: number;
}

const whySubscribed = `You get this letter because you subscribed to the newsletter of ${brand.name}.`;

/** To whoever has asked for the newsletter, or in whose name somebody has. */
export function confirmLetter(token: string, leaveUrl: string, siteUrl: string): Letter {
  return letterOf({
    subject: `Confirm your e-mail for the newsletter of ${brand.name}`,
    preview: `Then your code for ${shop.newsletterDiscountPercent}% off is yours.`,
    parts: [
      said(
        `Open the link to get our newsletter. Right after, we send you a code for ${shop.newsletterDiscountPercent}% off one order, unless this e-mail has had its code before. The link is good for seven days.`,
      ),
      said(
        'If you did not ask for it, do nothing: without this link you get no newsletter, and after seven days we forget your e-mail.',
      ),
      wayTo('Confirm my e-mail', `${siteUrl}${newsletterPaths.confirm}#token=${token}`),
      leaving(leaveUrl),
    ],
    why: `You get this letter because somebody entered this e-mail for the newsletter of ${brand.name}.`,
  });
}

/** To whoever has confirmed. @param made the code; null where this mailbox has had its code before */
export function codeLetter(made: MailedCode | null, leaveUrl: string, siteUrl: string): Letter {
  if (!made) {
    return letterOf({
      subject: `Welcome back to the newsletter of ${brand.name}`,
      preview: 'Your subscription is confirmed.',
      parts: [
        said(
          'Your subscription is confirmed. You have had your code with an earlier subscription: every e-mail gets one.',
        ),
        toCollection(siteUrl),
        leaving(leaveUrl),
      ],
      why: whySubscribed,
    });
  }
  return letterOf({
    subject: `Your code for ${made.percent}% off at ${brand.name}`,
    preview: `${made.code}, until ${formatDay(made.expiresAt)}.`,
    parts: [
      said(`Thank you for subscribing. This code takes ${made.percent}% off the pieces of one order:`),
      ...codeAndUse(made),
      toCollection(siteUrl),
      leaving(leaveUrl),
    ],
    why: whySubscribed,
  });
}

/** To whoever has asked again. @param made the code; null where it is used or there is none */
export function knownLetter(made: MailedCode | null, leaveUrl: string, siteUrl: string): Letter {
  return letterOf({
    subject: `You get the newsletter of ${brand.name} already`,
    preview: made ? `Your code is still good: ${made.code}.` : 'There is nothing to do.',
    parts: [
      said(
        'Somebody, most likely you, entered this e-mail for our newsletter. You get it already, so there is nothing to do.',
      ),
      ...(made
        ? [said(`Your code for ${made.percent}% off one order is still good:`), ...codeAndUse(made)]
        : []),
      toCollection(siteUrl),
      leaving(leaveUrl),
    ],
    why: whySubscribed,
  });
}

function codeAndUse({ code, expiresAt }: MailedCode): Part[] {
  return [
    { text: code, html: codeBlock(code) },
    said(
      `Enter it under “Have a code?” in your cart or at checkout. It is good until ${formatDay(expiresAt)} and for one order, whoever places it; should that order be cancelled, it is good again.`,
    ),
  ];
}

function toCollection(siteUrl: string): Part {
  return wayTo('See the collection', siteUrl + paths.collection);
}

function leaving(leaveUrl: string): Part {
  const label = 'Unsubscribe';
  return { text: `${label}: ${leaveUrl}`, html: link(label, leaveUrl) };
}
