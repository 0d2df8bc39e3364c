import { newsletterPaths, paths } from '../../src/contract/paths.ts';
import { formatDay } from '../../src/domain/days.ts';
import { brand, lifetimes, shop } from '../../src/domain/config.ts';
import { colour, escapeHtml, link, row } from './html.ts';
import { buttonPart, composeEmail, durationOf, type EmailMessage, type EmailPart } from './email-parts.ts';

/**
 * Newsletter emails. Each contains its unsubscribe link: in the text, and in the headers from which mail programs make
 * a button (email/transport). `siteUrl`: the shop's public URL, without a slash at the end.
 */

/** The code in an email. `expiresAt` in ms. */
interface MailedCode {
  code: string;
  percent: number;
  expiresAt: number;
}

const whySubscribed = `You get this email because you subscribed to the newsletter of ${brand.name}.`;

/** To an email that was entered in the newsletter form, possibly by somebody else. */
export function confirmSubscriptionEmail(token: string, leaveUrl: string, siteUrl: string): EmailMessage {
  return composeEmail({
    subject: `Confirm your email for the newsletter of ${brand.name}`,
    preview: `Then we send you a code for ${shop.newsletterDiscountPercent}% off.`,
    parts: [
      `Open the link to get our newsletter. We then send you a code for ${shop.newsletterDiscountPercent}% off one order, unless this email has already received one. The link works for ${durationOf(lifetimes.newsletterLinkMs)}.`,
      `If you did not ask for this, ignore this email: you get no newsletter unless you open the link, and after ${durationOf(lifetimes.newsletterLinkMs)} we delete your email.`,
      buttonPart('Confirm my email', `${siteUrl}${newsletterPaths.confirm}#token=${token}`),
      unsubscribeFooter(leaveUrl),
    ],
    why: `You get this email because somebody entered this address for the newsletter of ${brand.name}.`,
  });
}

/** To a confirmed subscriber. @param made the code; null if this mailbox has had its code before */
export function discountCodeEmail(made: MailedCode | null, leaveUrl: string, siteUrl: string): EmailMessage {
  if (!made) {
    return composeEmail({
      subject: `Welcome back to the newsletter of ${brand.name}`,
      preview: 'Your subscription is confirmed.',
      parts: [
        'Your subscription is confirmed. Each email gets one code, and yours came with an earlier subscription.',
        toCollection(siteUrl),
        unsubscribeFooter(leaveUrl),
      ],
      why: whySubscribed,
    });
  }
  return composeEmail({
    subject: `Your code for ${made.percent}% off at ${brand.name}`,
    preview: `${made.code}, until ${formatDay(made.expiresAt)}.`,
    parts: [
      `Thank you for subscribing. This code takes ${made.percent}% off the pieces of one order:`,
      ...codeAndUse(made),
      toCollection(siteUrl),
      unsubscribeFooter(leaveUrl),
    ],
    why: whySubscribed,
  });
}

/** To a subscriber who subscribes again. @param made the code; null if it is used or there is none */
export function alreadySubscribedEmail(
  made: MailedCode | null,
  leaveUrl: string,
  siteUrl: string,
): EmailMessage {
  return composeEmail({
    subject: `You already get the newsletter of ${brand.name}`,
    preview: made ? `Your code is still valid: ${made.code}.` : 'You do not have to do anything.',
    parts: [
      'Somebody, most likely you, entered this email for our newsletter. You already get it, so you do not have to do anything.',
      ...(made ? [`Your code for ${made.percent}% off one order is still valid:`, ...codeAndUse(made)] : []),
      toCollection(siteUrl),
      unsubscribeFooter(leaveUrl),
    ],
    why: whySubscribed,
  });
}

function codeAndUse({ code, expiresAt }: MailedCode): EmailPart[] {
  return [
    { text: code, html: codeBlock(code) },
    `Enter it under “Have a code?” in your cart or at checkout. It is valid until ${formatDay(expiresAt)}, for one order; anyone can use it. If that order is cancelled, you can use the code again.`,
  ];
}

function toCollection(siteUrl: string): EmailPart {
  return buttonPart('See the collection', siteUrl + paths.collection);
}

function unsubscribeFooter(leaveUrl: string): EmailPart {
  const label = 'Unsubscribe';
  return { text: `${label}: ${leaveUrl}`, html: link(label, leaveUrl) };
}

/** A code to read, select and type: large, in a monospaced font. */
function codeBlock(code: string): string {
  return row(
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>` +
      `<td align="center" bgcolor="${colour.paper}" style="padding:18px 12px;border:1px solid ${colour.line};` +
      `font-family:Menlo,Consolas,'Courier New',monospace;font-size:22px;line-height:28px;font-weight:700;` +
      `letter-spacing:1px;color:${colour.ink};white-space:nowrap">${escapeHtml(code)}</td></tr></table>`,
  );
}
