import process from 'node:process';
import type { Transporter } from 'nodemailer';
import { oneLine } from '../../src/domain/text-limits.ts';
import { isEmail } from '../../src/domain/user.ts';
import type { EmailMessage } from './back-in-stock-email.ts';

/** No letter can be sent at all: a setting is missing or wrong, or the mail server is not there. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}

/** The mail server refused this one letter, most often because there is no such mailbox. Others may still go out. */
export class EmailRefused extends Error {
  override name = 'LetterRefused';
}

/** From the first byte to the server's word that it has the letter; then the connection is cut. */
const SENDING_MS = 30_000;
const CONNECTING_MS = 10_000;

export interface Envelope {
  /** One address, without a name. */
  to: string;
  /** The same for the same news: a mailbox that gets a letter twice can tell that it is one. */
  id: string;
  /** For letters that nobody has to get: the address that ends them, by a post and without a question (RFC 8058). */
  leaveUrl?: string;
}

let open: { transport: Transporter; url: string } | undefined;

/**
 * Hands a letter to the mail server and returns when the server has accepted it.
 * @throws LetterRefused, MailUnavailable
 */
export async function sendEmail(
  { to, id, leaveUrl }: Envelope,
  { subject, text, html }: EmailMessage,
): Promise<void> {
  const { transport, from } = await settings();
  // Accounts of older days may have one that is refused today.
  if (!isEmail(to)) throw new EmailRefused('This is not an address that can be emailed');
  try {
    await transport.sendMail({
      from,
      // As an object, because a text would be taken apart at commas into several recipients.
      to: { name: '', address: to },
      subject: oneLine(subject),
      text,
      html,
      messageId: `<${id}@${domainOf(from)}>`,
      // No holiday notice in return.
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(leaveUrl !== undefined && {
          // Prepared: folded in the middle of the address, it would be none.
          'List-Unsubscribe': { prepared: true, value: `<${leaveUrl}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      signal: AbortSignal.timeout(SENDING_MS),
    });
  } catch (error) {
    throw told(error);
  }
}

/** Whether the mail server is there and takes the shop's user and password; sends nothing. @throws MailUnavailable */
export async function reachMailServer(): Promise<void> {
  const { transport } = await settings();
  try {
    await transport.verify();
  } catch (error) {
    throw told(error);
  }
}

/** The transport is made at the first letter, and again when SMTP_URL changes, so that importing needs no settings. */
async function settings(): Promise<{ transport: Transporter; from: string }> {
  const url = process.env['SMTP_URL'];
  const from = process.env['MAIL_FROM'];
  if (!url || !from) throw new MailUnavailable('Set SMTP_URL and MAIL_FROM to send emails');
  if (!/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(from)) {
    throw new MailUnavailable('MAIL_FROM must be an email address, such as Taana <care@taana.example>');
  }
  if (open?.url !== url) open = { transport: await transportTo(url), url };
  return { transport: open.transport, from };
}

/**
 * A connection a letter, none kept: a function that slept would find a kept one dead in the middle of its next letter.
 */
async function transportTo(url: string): Promise<Transporter> {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address?.hostname || !['smtp:', 'smtps:'].includes(address.protocol)) {
    throw new MailUnavailable('SMTP_URL must look like smtps://user:password@mail.example:465');
  }
  const { hostname, port, protocol, username, password } = address;
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  // Most functions that may send a letter are called a hundred times for one that they send.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // Shoppers' addresses and the password travel encrypted, except inside this machine.
    requireTLS: !['localhost', '127.0.0.1', '::1'].includes(host),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    dnsTimeout: CONNECTING_MS,
    connectionTimeout: CONNECTING_MS,
    greetingTimeout: CONNECTING_MS,
    socketTimeout: SENDING_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function domainOf(from: string): string {
  return from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '');
}

function told(error: unknown): Error {
  if (!(error instanceof Error)) return new MailUnavailable('The mail server failed');
  const { code, command, response, responseCode } = error as Error & Partial<Record<string, unknown>>;
  const ofThisLetter = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  const reason = oneLine(typeof response === 'string' && response !== '' ? response : error.message);
  // 421: the server is closing, whatever was sent.
  return ofThisLetter && responseCode !== 421 ? new EmailRefused(reason) : new MailUnavailable(reason);
}
