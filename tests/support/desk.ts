import type { Context } from '@netlify/functions';
import { vi } from 'vitest';
import desk from '../../netlify/functions/desk.ts';
import { newLinkToken } from '../../netlify/identity/tokens.ts';
import { staffSessionsKey } from '../../netlify/storage/staff-keys.ts';
import { storeStaffLink } from '../../netlify/storage/staff-sessions.ts';
import {
  type DeskBody,
  deskPath,
  type DeskRefusal,
  type DeskReply,
  type DeskRouteName,
} from '../../src/contract/desk.ts';
import { type Authenticator, newAuthenticator } from './authenticator.ts';
import { connect } from './redis.ts';
import { waitUntil } from './shop-calls.ts';

/** Calls of the desk as a browser makes them: with a cookie and an origin. */

export const site = 'https://shop.example';
export const owner = 'asha@example.com';
export const packer = 'ravi@example.com';

/** Sets the list of staff for the rest of the test, with the settings that a sign-in needs. */
export function useStaff(setting = `${owner}:owner, ${packer}:packer`): void {
  vi.stubEnv('DESK_STAFF', setting);
  vi.stubEnv('SITE_URL', site);
}

export interface DeskAnswer<Name extends DeskRouteName> {
  status: number;
  headers: Headers;
  body: DeskReply<Name> & Partial<Omit<DeskRefusal, 'success'>>;
}

export interface Browser {
  cookie: string | null;
  call: <Name extends DeskRouteName>(
    name: Name,
    body?: DeskBody<Name>,
    headers?: Record<string, string>,
  ) => Promise<DeskAnswer<Name>>;
  /** Sends a body as it is. */
  send: <Name extends DeskRouteName>(
    name: Name,
    body: string,
    headers?: Record<string, string>,
  ) => Promise<DeskAnswer<Name>>;
}

/** A browser without a cookie; it keeps the cookie that a reply gives it. */
export function newBrowser(ip = '192.0.2.1', deploy = { published: true }): Browser {
  const browser: Browser = {
    cookie: null,
    call: (name, body, headers) => browser.send(name, JSON.stringify(body ?? {}), headers),
    send: async (name, body, headers = {}) => {
      const request = new Request(site + deskPath(name), {
        method: 'POST',
        headers: {
          origin: site,
          'sec-fetch-site': 'same-origin',
          'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/156.0 Mobile Safari/537.36',
          ...(browser.cookie && { cookie: browser.cookie }),
          ...headers,
        },
        body,
      });
      const response = await desk(request, {
        ip,
        waitUntil,
        deploy,
      } as never as Context);
      const set = response.headers.get('set-cookie');
      if (set !== null) browser.cookie = set.includes('Max-Age=0') ? null : (set.split(';')[0] ?? null);
      return { status: response.status, headers: response.headers, body: (await response.json()) as never };
    },
  };
  return browser;
}

/** The token of a new emailed link, without the email. */
export async function newLink(email: string): Promise<string> {
  const { token, tokenHash } = newLinkToken();
  await storeStaffLink(tokenHash, email);
  return token;
}

/** Opens a link and registers a first passkey. */
export async function signUp(email: string): Promise<{ browser: Browser; passkey: Authenticator }> {
  const browser = newBrowser();
  const passkey = newAuthenticator(site);
  await browser.call('session.enter', { token: await newLink(email) });
  const { body } = await browser.call('passkey.begin');
  await browser.call('passkey.register', { response: passkey.register(body.options) });
  return { browser, passkey };
}

/** Uses a passkey: signs in, or proves in an open session that staff are still there. */
export async function usePasskey(
  browser: Browser,
  passkey: Authenticator,
): Promise<DeskAnswer<'passkey.prove'>> {
  const { body } = await browser.call('passkey.ask');
  return browser.call('passkey.prove', { response: passkey.use(body.options) });
}

/** Ages every session of the desk, with the proof of its passkey, by this many minutes. */
export async function agePasskeys(minutes: number): Promise<void> {
  const redis = connect({ automaticDeserialization: false });
  for (const hash of await redis.hkeys(staffSessionsKey())) {
    const text = (await redis.hget<string>(staffSessionsKey(), hash)) ?? '';
    const session = JSON.parse(text) as { provedAt: number; endsAt: number };
    const ms = minutes * 60_000;
    const aged = { ...session, provedAt: session.provedAt - ms, endsAt: session.endsAt - ms };
    await redis.hset(staffSessionsKey(), { [hash]: JSON.stringify(aged) });
  }
}
