import { z } from 'zod';
import { MINUTE_MS } from '../../domain/time-units.ts';
import { waitlistMessages } from '../messages/newsletter-and-waitlist.ts';
import type { CallRules, Success } from './call.ts';
import { email, linkToken } from './fields.ts';

/** The fields of the waitlist form; the server adds the time. */
export interface WaitlistForm {
  user_email: string;
  user_name: string;
  message: string;
}

export interface NewsletterBodies {
  waitlist: WaitlistForm;
}

/** The form-send call: the browser posts these fields to this URL as multipart/form-data. */
export interface FormSend {
  address: string;
  fields: Record<string, string>;
}

export interface NewsletterReplies {
  /** `formSend` is the call to the email service that the browser makes next; null if none is configured. */
  waitlist: Success & { message: string; formSend: FormSend | null };
  'waitlist.sent': Success;
  'newsletter.subscribe': Success & { message: string };
  /** `code` is null if this email has had its code before; `expiresAt` in ms. */
  'newsletter.confirm': Success & {
    message: string;
    code: { code: string; percent: number; expiresAt: number } | null;
  };
}

const onWaitlist = z.object({ user_email: email });
const waitlistForm = onWaitlist.extend({
  user_name: z.literal(waitlistMessages.userName).default(waitlistMessages.userName),
  message: z.literal(waitlistMessages.request).default(waitlistMessages.request),
});

export const newsletterCalls = {
  waitlist: {
    auth: 'none',
    openBeforeLaunch: true,
    form: true,
    summary:
      'Puts an email on the waitlist for the launch. The reply is the same for an email that is on it already.',
    // After validation the field has the shop's own name, which the rate limits use.
    body: waitlistForm.transform(({ user_email, user_name: name, message }) => ({
      email: user_email,
      name,
      message,
    })),
    limits: [
      { name: 'waitlist', by: 'pair', limit: 10, windowMs: 60 * MINUTE_MS },
      { name: 'waitlist', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
    ],
  },
  'waitlist.sent': {
    auth: 'none',
    openBeforeLaunch: true,
    summary: "Reports that the email service has this visitor's form.",
    body: onWaitlist.transform(({ user_email }) => ({ email: user_email })),
    limits: [
      { name: 'waitlist-sent', by: 'pair', limit: 10, windowMs: 60 * MINUTE_MS },
      { name: 'waitlist-sent', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
    ],
  },
  'newsletter.subscribe': {
    auth: 'none',
    openBeforeLaunch: true,
    form: true,
    summary: 'Emails a link that confirms a subscription. The reply is the same for every email.',
    body: z.object({ email }),
    // Each call sends an email to somebody who may not have asked for it.
    limits: [
      { name: 'newsletter', by: 'email', limit: 5, windowMs: 60 * MINUTE_MS },
      { name: 'newsletter', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
    ],
  },
  'newsletter.confirm': {
    auth: 'none',
    openBeforeLaunch: true,
    summary: 'Confirms a subscription by an emailed link and gives the code once.',
    // It creates a code. This deploy's rules decide its value, but every deploy accepts it.
    onlyPublished: true,
    body: z.object({ token: linkToken }),
    limits: [{ name: 'newsletter-confirm', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS }],
  },
} as const satisfies Record<string, CallRules>;
