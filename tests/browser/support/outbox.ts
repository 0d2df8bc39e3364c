import { type APIRequestContext, expect } from 'playwright/test';
import { withRetries } from './api.ts';

interface Mail {
  to: string[];
  text: string;
}

/** The emails of the local shop to an address, newest first. */
export async function emailsTo(request: APIRequestContext, email: string): Promise<Mail[]> {
  const mails = (await (await request.get('/__outbox.json', withRetries)).json()) as Mail[];
  return mails.filter(({ to }) => to.includes(email));
}

/** Waits for an email that matches. @returns the match in the newest one */
export async function findInEmail(
  request: APIRequestContext,
  email: string,
  wanted: RegExp,
): Promise<string> {
  let found = '';
  await expect
    .poll(async () => {
      const emails = await emailsTo(request, email);
      found = emails.map(({ text }) => wanted.exec(text)?.[0] ?? '').find(Boolean) ?? '';
      return found;
    })
    .not.toBe('');
  return found;
}

/** The path of an emailed link, for the test shop. */
export function pageOf(address: string): string {
  const { pathname, search, hash } = new URL(address);
  return pathname + search + hash;
}
