import { createHash } from 'node:crypto';
import process from 'node:process';
import type { Transporter } from 'nodemailer';
import { oneLine } from '../../src/domain/text-limits.ts';
import { isEmail } from '../../src/domain/user.ts';
import type { EmailMessage } from './email-parts.ts';

/** No email can be sent at all: a setting is missing or wrong, or the mail server does not answer. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}

/** The mail server refused this one email, usually because there is no such mailbox. Others may still go out. */
export class EmailRefused extends Error {
  override name = 'EmailRefused';
}

/** Timeout from the first byte to the server's confirmation; then the connection is closed. */
const SEND_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;

export interface Envelope {
  /** One address, without a name. */
  to: string;
  /** Equal for the same news: a mailbox can recognise a repeated email. */
  id: string;
  /** For subscriptions: the URL that unsubscribes by one post, without a question (RFC 8058). */
  leaveUrl?: string;
}

/**
 * An email's Message-ID, which reveals neither its content nor its recipient.
 * @param news equal for the same news, so that a mailbox can recognise a repeated email
 */
export function messageId(news: string): string {
  return createHash('sha256').update(news).digest('hex').slice(0, 32);
}

let open: { transport: Transporter; url: string } | undefined;

/**
 * Sends an email, and returns when the mail server has accepted it.
 * @throws EmailRefused, MailUnavailable
 */
export async function sendEmail(
  { to, id, leaveUrl }: Envelope,
  { subject, text, html }: EmailMessage,
): Promise<void> {
  const { transport, from } = await settings();
  // Old accounts may have an email that today's rules refuse.
  if (!isEmail(to)) throw new EmailRefused('This is not an address that can be emailed');
  try {
    await transport.sendMail({
      from,
      // An object, because a string would be split at commas into several recipients.
      to: { name: '', address: to },
      subject: oneLine(subject),
      text,
      html,
      messageId: `<${id}@${domainOf(from)}>`,
      // Asks for no automatic reply, such as a holiday notice.
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(leaveUrl !== undefined && {
          // Prepared, because a header folded inside the URL would break it.
          'List-Unsubscribe': { prepared: true, value: `<${leaveUrl}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
  } catch (error) {
    throw mapError(error);
  }
}

/** Checks that the mail server answers and accepts the log-in; sends nothing. @throws MailUnavailable */
export async function reachMailServer(): Promise<void> {
  const { transport } = await settings();
  try {
    await transport.verify();
  } catch (error) {
    throw mapError(error);
  }
}

/** Made at the first email, and again when SMTP_URL changes, so that importing needs no settings. */
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

/** One connection per email: after a function's pause, a kept connection could be dead in the middle of an email. */
async function transportTo(url: string): Promise<Transporter> {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address?.hostname || !['smtp:', 'smtps:'].includes(address.protocol)) {
    throw new MailUnavailable('SMTP_URL must look like smtps://user:password@mail.example:465');
  }
  const { hostname, port, protocol, username, password } = address;
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  // A dynamic import: functions that can send an email rarely do.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // Shoppers' addresses and the password are encrypted on the way, except within this machine.
    requireTLS: !['localhost', '127.0.0.1', '::1'].includes(host),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    dnsTimeout: CONNECT_TIMEOUT_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function domainOf(from: string): string {
  return from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '');
}

function mapError(error: unknown): Error {
  if (!(error instanceof Error)) return new MailUnavailable('The mail server failed');
  const { code, command, response, responseCode } = error as Error & Partial<Record<string, unknown>>;
  const isOfThisEmail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  const reason = oneLine(typeof response === 'string' && response !== '' ? response : error.message);
  // 421: the server is closing, whatever was sent.
  return isOfThisEmail && responseCode !== 421 ? new EmailRefused(reason) : new MailUnavailable(reason);
}
