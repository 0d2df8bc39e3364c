import { button, frame, heading, paragraph, textFrame } from './html.ts';
import type { Letter } from './back-in-stock-email.ts';

/** One thing that a letter says, in both of its forms. */
export interface Part {
  text: string;
  html: string;
}

/** What a letter is made of; the frame around it is the same for all. */
export interface Draft {
  subject: string;
  /** The line that inboxes show behind the subject. */
  preview: string;
  parts: readonly Part[];
  /** Why its reader gets it. */
  why: string;
}

export function letterOf({ subject, preview, parts, why }: Draft): Letter {
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

export function said(text: string): Part {
  return { text, html: paragraph(text) };
}

/** The way on, as a button. */
export function wayTo(label: string, address: string): Part {
  return { text: `${label}: ${address}`, html: button(label, address) };
}
