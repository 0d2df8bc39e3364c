import { button, frame, heading, paragraph, textFrame } from './html.ts';
import type { EmailMessage } from './back-in-stock-email.ts';

/** One part of an email, as text and as HTML. */
export interface EmailPart {
  text: string;
  html: string;
}

/** The content of an email; all emails have the same frame. */
export interface EmailDraft {
  subject: string;
  /** The line that inboxes show after the subject. */
  preview: string;
  parts: readonly EmailPart[];
  /** Why the reader gets this email. */
  why: string;
}

const words = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** “one hour” or “15 minutes”: the largest unit that divides it. @param ms whole minutes */
export function durationOf(ms: number): string {
  const minutes = ms / 60_000;
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${words[count] ?? count} ${unit}${count === 1 ? '' : 's'}`;
}

export function composeEmail({ subject, preview, parts, why }: EmailDraft): EmailMessage {
  return {
    subject,
    text: textFrame([`${subject}.`, ...parts.map(({ text }) => text)], why),
    html: frame({
      title: subject,
      preview,
      rows: [heading(subject), ...parts.map(({ html }) => html)],
      why,
    }),
  };
}

export function textPart(text: string): EmailPart {
  return { text, html: paragraph(text) };
}

/** A link as a button. */
export function buttonPart(label: string, address: string): EmailPart {
  return { text: `${label}: ${address}`, html: button(label, address) };
}
