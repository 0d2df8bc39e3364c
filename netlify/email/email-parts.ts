import { button, frame, heading, paragraph, textFrame } from './html.ts';
import type { EmailMessage } from './back-in-stock-email.ts';

/** One thing that a letter says, in both of its forms. */
export interface EmailPart {
  text: string;
  html: string;
}

/** What a letter is made of; the frame around it is the same for all. */
export interface EmailDraft {
  subject: string;
  /** The line that inboxes show behind the subject. */
  preview: string;
  parts: readonly EmailPart[];
  /** Why its reader gets it. */
  why: string;
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

/** The way on, as a button. */
export function buttonPart(label: string, address: string): EmailPart {
  return { text: `${label}: ${address}`, html: button(label, address) };
}
