import { type APIRequestContext, expect } from 'playwright/test';
import { patient } from './api.ts';

interface Mail {
  to: string[];
  text: string;
}

/** What the local shop has mailed to somebody, newest first. */
export async function emailsTo(request: APIRequestContext, email: string): Promise<Mail[]> {
  const mails = (await (await request.get('/__outbox.json', patient)).json()) as Mail[];
  return mails.filter(({ to }) => to.includes(email));
}

/** What stands in the newest email to somebody that has it; waits until there is one. */
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

/** The page behind an address in an email, on the shop of these tests. */
export function pageOf(address: string): string {
  const { pathname, search, hash } = new URL(address);
  return pathname + search + hash;
}
