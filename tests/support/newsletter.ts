/** Subscriptions to the newsletter, with their emails. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { useMailServer } from './mail-server.ts';
import { flush } from './redis.ts';
import { call, newEmail, workDone } from './shop-calls.ts';

export const subscribe = (email: string, ip?: string) =>
  call('newsletter.subscribe', { body: { email }, ...(ip !== undefined && { ip }) });

export const confirm = (token: string) => call('newsletter.confirm', { body: { token } });

/** A shop with a mail server, for each test of the file. */
export function useNewsletter() {
  const mailServer = useMailServer();
  beforeEach(flush);
  afterEach(async () => {
    await workDone();
    vi.useRealTimers();
  });

  const emailsTo = (email: string) => mailServer.emails.filter(({ to }) => to.includes(email));
  const lastTo = (email: string) => emailsTo(email).at(-1)?.mail;

  /** Subscribes and returns the token of the email. */
  async function asked(email: string): Promise<string> {
    expect((await subscribe(email)).status).toBe(200);
    await workDone();
    const text = lastTo(email)?.text ?? '';
    return /https:\/\/shop\.example\/newsletter\/confirm#token=([\w-]+)/.exec(text)?.[1] ?? '';
  }

  async function subscribed(email = newEmail()): Promise<{ email: string; code: string }> {
    const { body } = await confirm(await asked(email));
    await workDone();
    return { email, code: body.code?.code ?? '' };
  }

  return { mailServer, emailsTo, lastTo, asked, subscribed };
}
