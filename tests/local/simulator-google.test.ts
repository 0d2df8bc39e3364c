import { runInNewContext } from 'node:vm';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Simulators } from '../../local/simulators/controls.ts';
import { SHOP, simulated } from './simulated.ts';

let simulators: Simulators;

beforeEach(async () => {
  simulators = await simulated({ providers: ['google'] });
});

afterEach(() => simulators.stop());

const email = 'meera.nair@mail.example';
const setting = (name: string) => simulators.settings[name] ?? '';

/** Verifies a credential as a shop does: by the published keys, for its own client, from this issuer. */
async function verified(credential: string) {
  const { payload } = await jwtVerify(credential, createRemoteJWKSet(new URL(setting('GOOGLE_JWKS_URL'))), {
    issuer: setting('GOOGLE_ISSUER'),
    audience: setting('GOOGLE_CLIENT_ID'),
    algorithms: ['RS256'],
  });
  return payload;
}

const HOME = { Origin: SHOP, 'Sec-Fetch-Site': 'same-origin' };

async function post(body: object, headers: Record<string, string> = {}) {
  const response = await simulators.serve(
    new Request(`${SHOP}/__google/credential`, {
      method: 'POST',
      headers: { ...HOME, ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  const cookie = response?.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { status: response?.status, cookie, answer: (await response?.json()) as { credential?: string } };
}

test('a credential verifies with the published keys', async () => {
  const payload = await verified(simulators.google.credential({ email }));
  expect(payload).toMatchObject({
    email,
    email_verified: true,
    name: 'Meera Nair',
    given_name: 'Meera',
    family_name: 'Nair',
    sub: expect.stringMatching(/^\d{21}$/) as string,
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600);
});

test('a chosen account is logged in in this browser, and gives the shop its credential', async () => {
  const { status, cookie, answer } = await post({ client_id: setting('GOOGLE_CLIENT_ID'), email });
  expect([status, cookie]).toEqual([200, expect.stringMatching(/^google_accounts=\d{21}$/)]);
  expect(await verified(answer.credential ?? '')).toMatchObject({ email });
  expect((await post({ client_id: 'another', email })).status).toBe(400);
});

test('other sites cannot choose an account', async () => {
  const wish = { client_id: setting('GOOGLE_CLIENT_ID'), email };
  const foreign = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
  ];
  for (const headers of foreign) expect(await post(wish, headers)).toMatchObject({ status: 403 });
});

/** Runs the script in a browser with only a console: enough for the options that it refuses before it draws. */
async function gsi() {
  const window: { google?: { accounts: { id: Record<string, (...args: unknown[]) => void> } } } = {};
  const told: string[] = [];
  const context = {
    window,
    HTMLElement: class {},
    document: { cookie: '' },
    console: { warn: (text: string) => told.push(text) },
  };
  const script = await simulators.serve(new Request(SHOP + setting('GOOGLE_SCRIPT_URL')));
  runInNewContext((await script?.text()) ?? '', context);
  const id = window.google?.accounts.id ?? {};
  const place = new context.HTMLElement();
  const client = { client_id: setting('GOOGLE_CLIENT_ID'), callback: () => {} };
  return { id, place, client, told };
}

test.each<[options: unknown, words: string]>([
  [undefined, 'options are missing.'],
  [{}, 'the option type is missing.'],
  [{ type: 'wide' }, 'type must be one of standard.'],
  [{ type: 'standard', colour: 'red' }, 'the option colour is not served here.'],
  [{ type: 'standard', theme: 'dark' }, 'theme must be one of outline, filled_black.'],
  [{ type: 'standard', width: 401 }, 'width must be a whole number of pixels up to 400.'],
  [{ type: 'standard', width: '50%' }, 'width must be a whole number of pixels up to 400.'],
  [{ type: 'standard', locale: 'english' }, 'locale must be a language, such as en or hi_IN.'],
])('renderButton() refuses %j', async (options, words) => {
  const { id, place, client } = await gsi();
  id['initialize']?.(client);
  expect(() => id['renderButton']?.(place, options)).toThrow(`Google (local simulator): ${words}`);
});
