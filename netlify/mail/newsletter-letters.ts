import { newsletterPaths } from '../../src/contract/newsletter-paths.ts';
import { paths } from '../../src/contract/paths.ts';
import { brand, shop } from '../../src/domain/shop.ts';
import { codeBlock } from './code-block.ts';
import { button, frame, heading, link as linkRow, paragraph, textFrame } from './frame.ts';
import type { Letter } from './letters.ts';

/**
 * The letters about the newsletter. Each carries the link by which its reader leaves: in its text, and in the headers
 * that mail programs make a button of (mail/transport). `siteUrl`: the shop's public address, without a slash at the end.
 */

const day = new Intl.DateTimeFormat(shop.currency.locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/** What a letter says of a code. `expiresAt` in ms. */
interface MailedCode {
  code: string;
  percent: number;
  expiresAt: number;
}

interface Draft {
  subject: string;
  /** The line that inboxes show behind the subject. */
  preview: string;
  paragraphs: string[];
  code?: string;
  after?: string[];
  link: { label: string; address: string };
  why: string;
  leaveUrl: string;
}

function letterOf({ subject, preview, paragraphs, code, after = [], link, why, leaveUrl }: Draft): Letter {
  return {
    subject,
    text: textFrame(
      [
        `${subject}.`,
        ...paragraphs,
        ...(code === undefined ? [] : [code]),
        ...after,
        `${link.label}: ${link.address}`,
        `${LEAVE}: ${leaveUrl}`,
      ],
      why,
    ),
    html: frame({
      title: subject,
      preview,
      rows: [
        heading(subject),
        ...paragraphs.map(paragraph),
        ...(code === undefined ? [] : [codeBlock(code)]),
        ...after.map(paragraph),
        button(link.label, link.address),
        linkRow(LEAVE, leaveUrl),
      ],
      why,
    }),
  };
}

const LEAVE = 'Unsubscribe';
const whySubscribed = `You get this letter because you subscribed to the newsletter of ${brand.name}.`;

/** To whoever has asked for the newsletter, or in whose name somebody has. */
export function confirmLetter(token: string, leaveUrl: string, siteUrl: string): Letter {
  return letterOf({
    subject: `Confirm your e-mail for the newsletter of ${brand.name}`,
    preview: `Then your code for ${shop.newsletterDiscountPercent}% off is yours.`,
    paragraphs: [
      `Open the link to get our newsletter. Right after, we send you a code for ${shop.newsletterDiscountPercent}% off one order, unless this e-mail has had its code before. The link is good for seven days.`,
      'If you did not ask for it, do nothing: without this link you get no newsletter, and after seven days we forget your e-mail.',
    ],
    link: { label: 'Confirm my e-mail', address: `${siteUrl}${newsletterPaths.confirm}#token=${token}` },
    why: `You get this letter because somebody entered this e-mail for the newsletter of ${brand.name}.`,
    leaveUrl,
  });
}

/** To whoever has confirmed. @param made the code; null where this mailbox has had its code before */
export function codeLetter(made: MailedCode | null, leaveUrl: string, siteUrl: string): Letter {
  if (!made) {
    return letterOf({
      subject: `Welcome back to the newsletter of ${brand.name}`,
      preview: 'Your subscription is confirmed.',
      paragraphs: [
        'Your subscription is confirmed. You have had your code with an earlier subscription: every e-mail gets one.',
      ],
      link: { label: 'See the collection', address: siteUrl + paths.collection },
      why: whySubscribed,
      leaveUrl,
    });
  }
  return letterOf({
    subject: `Your code for ${made.percent}% off at ${brand.name}`,
    preview: `${made.code}, until ${day.format(made.expiresAt)}.`,
    paragraphs: [`Thank you for subscribing. This code takes ${made.percent}% off the pieces of one order:`],
    code: made.code,
    after: [howToUse(made)],
    link: { label: 'See the collection', address: siteUrl + paths.collection },
    why: whySubscribed,
    leaveUrl,
  });
}

/** To whoever has asked again. @param made the code; null where it is used or there is none */
export function knownLetter(made: MailedCode | null, leaveUrl: string, siteUrl: string): Letter {
  return letterOf({
    subject: `You get the newsletter of ${brand.name} already`,
    preview: made ? `Your code is still good: ${made.code}.` : 'There is nothing to do.',
    paragraphs: [
      'Somebody, most likely you, entered this e-mail for our newsletter. You get it already, so there is nothing to do.',
      ...(made ? [`Your code for ${made.percent}% off one order is still good:`] : []),
    ],
    ...(made && { code: made.code, after: [howToUse(made)] }),
    link: { label: 'See the collection', address: siteUrl + paths.collection },
    why: whySubscribed,
    leaveUrl,
  });
}

function howToUse({ expiresAt }: MailedCode): string {
  return `Enter it under “Have a code?” in your cart or at checkout. It is good until ${day.format(expiresAt)} and for one order, whoever places it; should that order be cancelled, it is good again.`;
}
