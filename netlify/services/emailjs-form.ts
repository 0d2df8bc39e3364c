import process from 'node:process';
import type { FormSend } from '../../src/contract/calls/newsletter.ts';
import { shop } from '../../src/domain/config.ts';

const REAL = 'https://api.emailjs.com';

const time = new Intl.DateTimeFormat(shop.currency.locale, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/**
 * The EmailJS form-send call, for the visitor's browser: EmailJS refuses servers unless its account allows them, and
 * all three ids are public by its design (docs/behaviour.md#waitlist).
 * @param at ms since 1970
 * @returns null if an id is not set
 */
export function formSendOf(
  { email, name, message }: { email: string; name: string; message: string },
  at: number,
): FormSend | null {
  const { EMAILJS_SERVICE_ID, EMAILJS_TEMPLATE_ID, EMAILJS_PUBLIC_KEY, EMAILJS_API_URL } = process.env;
  if (!EMAILJS_SERVICE_ID || !EMAILJS_TEMPLATE_ID || !EMAILJS_PUBLIC_KEY) return null;
  return {
    address: `${(EMAILJS_API_URL || REAL).replace(/\/+$/, '')}/api/v1.0/email/send-form`,
    fields: {
      user_email: email,
      user_name: name,
      message,
      time: time.format(at),
      service_id: EMAILJS_SERVICE_ID,
      template_id: EMAILJS_TEMPLATE_ID,
      user_id: EMAILJS_PUBLIC_KEY,
    },
  };
}
