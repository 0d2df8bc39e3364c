import { button, frame, heading, paragraph, textFrame } from './html.ts';

/** A finished email: a subject of one line, and the same content as text and as HTML. */
export interface EmailMessage {
  subject: string;
  text: string;
  html: string;
}

/** One part of an email: a paragraph, or text and HTML of anything else. */
export type EmailPart = string | { text: string; html: string };

/** The content of an email without its frame. */
export interface EmailDraft {
  subject: string;
  /** The line that inboxes show after the subject. */
  preview: string;
  parts: readonly EmailPart[];
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

/** Puts a draft into the frame of every email. @param draft.why why the reader gets this email */
export function composeEmail({ subject, preview, parts, why }: EmailDraft & { why: string }): EmailMessage {
  const texts = parts.map((part) => (typeof part === 'string' ? part : part.text));
  const rows = parts.map((part) => (typeof part === 'string' ? paragraph(part) : part.html));
  return {
    subject,
    text: textFrame([`${subject}.`, ...texts], why),
    html: frame({ title: subject, preview, rows: [heading(subject), ...rows], why }),
  };
}

/** A link as a button. */
export function buttonPart(label: string, address: string): EmailPart {
  return { text: `${label}: ${address}`, html: button(label, address) };
}
