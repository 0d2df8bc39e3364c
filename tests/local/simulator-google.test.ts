import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GoogleCredentialOptions, Simulators } from '../../local/simulators/controls.ts';
import { openSimulators } from '../../local/simulators/open-simulators.ts';

const shopAddress = () => 'http://localhost:8888';
const open = (more: Partial<Parameters<typeof openSimulators>[0]> = {}) =>
  openSimulators({ shopAddress, providers: ['google'], ...more });

let standIns: Simulators;

beforeEach(async () => {
  standIns = await open();
});

afterEach(() => standIns.stop());

const email = 'meera.nair@mail.example';
const setting = (name: string) => standIns.settings[name] ?? '';

/** As a shop verifies it: by the published keys, for itself, from this issuer. */
async function verified(credential: string) {
  const { payload } = await jwtVerify(credential, createRemoteJWKSet(new URL(setting('GOOGLE_JWKS_URL'))), {
    issuer: setting('GOOGLE_ISSUER'),
    audience: setting('GOOGLE_CLIENT_ID'),
    algorithms: ['RS256'],
  });
  return payload;
}

const HOME = { Origin: 'http://localhost:8888', 'Sec-Fetch-Site': 'same-origin' };

const get = (path: string, headers: Record<string, string> = {}) =>
  standIns.serve(new Request(`http://localhost:8888${path}`, { headers }));

async function page(path: string, cookie = ''): Promise<string> {
  return (await (await get(path, { cookie }))?.text()) ?? '';
}

async function post(body: object, headers: Record<string, string> = {}) {
  const response = await standIns.serve(
    new Request('http://localhost:8888/__google/credential', {
      method: 'POST',
      headers: { ...HOME, ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  const answer = (await response?.json()) as { credential?: string; select_by?: string; error?: string };
  const cookie = response?.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { status: response?.status, cookie, ...answer };
}

test('the settings are what a shop needs to find it', () => {
  expect(standIns.settings).toEqual({
    GOOGLE_CLIENT_ID: expect.stringMatching(/^\d{12}-[a-z0-9]{32}\.apps\.googleusercontent\.com$/) as string,
    GOOGLE_ISSUER: 'https://accounts.google.test',
    GOOGLE_JWKS_URL: `${standIns.google.url}/oauth2/v3/certs`,
    GOOGLE_SCRIPT_URL: '/__google/gsi/client',
  });
});

test('a credential stands before the published keys, and says who it is', async () => {
  const payload = await verified(standIns.google.credential({ email }));
  expect(payload).toMatchObject({
    ...{ email, email_verified: true },
    ...{ name: 'Meera Nair', given_name: 'Meera', family_name: 'Nair' },
    sub: expect.stringMatching(/^\d{21}$/) as string,
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600);
});

test('keys may be kept for hours, and are all that lies there', async () => {
  const response = await fetch(setting('GOOGLE_JWKS_URL'));
  expect(response.headers.get('cache-control')).toContain('max-age=21600');
  const { keys } = (await response.json()) as { keys: Record<string, string>[] };
  expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']]);
  expect((await fetch(`${standIns.google.url}/oauth2/v3/token`)).status).toBe(404);
  expect((await fetch(setting('GOOGLE_JWKS_URL'), { method: 'POST' })).status).toBe(405);
});

test('one e-mail is one account, however it is written', () => {
  const subs = [email, email.toUpperCase(), 'other@mail.example'].map(
    (one) => decodeJwt(standIns.google.credential({ email: one })).sub,
  );
  expect(subs[0]).toBe(subs[1]);
  expect(subs[0]).not.toBe(subs[2]);
  expect(decodeJwt(standIns.google.credential({ email, sub: '42' })).sub).toBe('42');
});

test('what is said of an account is remembered', () => {
  standIns.google.credential({ email, name: 'Meera', verified: false });
  expect(decodeJwt(standIns.google.credential({ email }))).toMatchObject({
    name: 'Meera',
    email_verified: false,
  });
});

test.each<[flaw: string, options: Omit<GoogleCredentialOptions, 'email'>, code: string]>([
  ['that has expired', { expiresInS: -1 }, 'ERR_JWT_EXPIRED'],
  ['for another client', { audience: 'somebody' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
  ['by another issuer', { issuer: 'https://accounts.google.com' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
  ['of a foreign key', { key: 'foreign' }, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
  ['without a signature', { key: 'none' }, 'ERR_JOSE_ALG_NOT_ALLOWED'],
])('a credential %s is in order but for that', async (_, options, code) => {
  const credential = standIns.google.credential({ email, ...options });
  await expect(verified(credential)).rejects.toMatchObject({ code });
  const good = decodeProtectedHeader(standIns.google.credential({ email }));
  expect(decodeProtectedHeader(credential)).toEqual({
    ...good,
    alg: options.key === 'none' ? 'none' : 'RS256',
  });
});

test('keys that cannot be fetched are as real ones', async () => {
  standIns.fault('google', 'down', { times: 1 });
  await expect(fetch(setting('GOOGLE_JWKS_URL'))).rejects.toThrow();
  standIns.fault('google', 'error', { times: 1 });
  expect((await fetch(setting('GOOGLE_JWKS_URL'))).status).toBe(500);
  expect((await fetch(setting('GOOGLE_JWKS_URL'))).status).toBe(200);
});

test('a restart keeps client, keys and accounts; books from before there was a Google get them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taana-google-'));
  const file = join(folder, 'payments.json');
  try {
    const first = await open({ file });
    const credential = first.google.credential({ email });
    await first.stop();
    await standIns.stop();
    standIns = await open({ file });
    expect(setting('GOOGLE_CLIENT_ID')).toBe(first.settings['GOOGLE_CLIENT_ID']);
    expect((await verified(credential)).sub).toBe(decodeJwt(standIns.google.credential({ email })).sub);
    await standIns.stop();

    const kept = JSON.parse(readFileSync(file, 'utf8')) as {
      keys: Record<string, unknown>;
      googleAccounts: unknown;
    };
    const { googleClientId: _, googleKeyId: __, googleKey: ___, ...keys } = kept.keys;
    const { googleAccounts: ____, ...before } = { ...kept, keys };
    writeFileSync(file, JSON.stringify(before));
    standIns = await open({ file, providers: ['google', 'stripe'] });
    expect(setting('STRIPE_SECRET_KEY')).toBe(keys['stripeSecretKey']);
    expect(await verified(standIns.google.credential({ email }))).toMatchObject({ email });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the script lies where the settings say, and every page runs its own scripts alone', async () => {
  const script = await get(setting('GOOGLE_SCRIPT_URL'));
  expect(script?.headers.get('content-type')).toContain('text/javascript');
  const client = `client_id=${setting('GOOGLE_CLIENT_ID')}`;
  const paths = ['/__google/gsi/button', '/__google/gsi/iframe/select', '/__google/accounts'];
  for (const path of paths) {
    const response = await get(`${path}?${client}`);
    const policy = response?.headers.get('content-security-policy') ?? '';
    expect(response?.status).toBe(200);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'self'");
    const own = /<script type="module" src="([^"]+)">/.exec((await response?.text()) ?? '')?.[1] ?? '';
    expect((await get(own))?.status).toBe(200);
  }
  for (const path of ['/__google', '/__google/more', '/__google/credential'])
    expect(await get(path)).toBeUndefined();
});

test('a client that Google does not know gets nothing', async () => {
  const other = `client_id=1-${'a'.repeat(32)}.apps.googleusercontent.com`;
  expect((await get(`/__google/gsi/button?${other}`))?.status).toBe(403);
  expect((await get(`/__google/accounts?${other}`))?.status).toBe(403);
  expect(await page(`/__google/gsi/iframe/select?${other}`)).toContain('data-none="invalid_client"');
  const { status, error } = await post({ client_id: 'another', email });
  expect([status, error]).toEqual([400, 'Error 401: invalid_client. The OAuth client was not found.']);
});

test('other sites choose nobody’s account', async () => {
  const wish = { client_id: setting('GOOGLE_CLIENT_ID'), email };
  const foreign = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
  ];
  for (const headers of foreign) expect(await post(wish, headers)).toMatchObject({ status: 403 });
});

test('an account is chosen or typed, and the shop hears how', async () => {
  const client_id = setting('GOOGLE_CLIENT_ID');
  const wish = { client_id, by: 'button', email, name: 'Meera <b>', verified: true };
  const first = await post(wish);
  expect(first.select_by).toBe('btn_confirm_add_session');
  expect(await verified(first.credential ?? '')).toMatchObject({ email, name: 'Meera <b>' });
  const { cookie } = first;
  expect((await post(wish, { cookie })).select_by).toBe('btn');
  expect((await post(wish)).select_by).toBe('btn_add_session');
  const { sub } = decodeJwt(first.credential ?? '');
  const byOneTap = { client_id, sub, by: 'fedcm' };
  expect((await post(byOneTap, { cookie })).select_by).toBe('fedcm');
  const chooser = await page(`/__google/accounts?client_id=${client_id}`, cookie);
  expect(chooser).toContain(`data-sub="${sub}"`);
  expect(chooser).toContain('Meera &lt;b&gt;');
  expect(chooser).not.toContain('Meera <b>');
});

test.each([
  [{ email: 'no e-mail' }, 'Enter a valid email.'],
  [{}, 'Enter a valid email.'],
  [{ sub: '1' }, 'There is no such account.'],
  [{ email, flaw: 'rust' }, 'flaw is one of'],
])('what makes no sense is said to be so: %j', async (body, words) => {
  const { status, error } = await post({ client_id: setting('GOOGLE_CLIENT_ID'), ...body });
  expect([status, error]).toEqual([400, expect.stringContaining(words)]);
});

test.each(['expired', 'audience', 'issuer', 'foreign', 'unsigned'])(
  'the window also hands out what a shop must refuse: %s',
  async (flaw) => {
    const { credential } = await post({ client_id: setting('GOOGLE_CLIENT_ID'), email, flaw });
    await expect(verified(credential ?? '')).rejects.toThrow();
  },
);

test('One Tap knows who is signed in in this browser, and forgets them', async () => {
  const client = `client_id=${setting('GOOGLE_CLIENT_ID')}`;
  const select = `/__google/gsi/iframe/select?${client}`;
  expect(await page(select)).toContain('data-none="opt_out_or_no_session"');
  const signedIn = await post({ email });
  expect(signedIn.credential).toBeUndefined();
  const { cookie } = signedIn;
  const offered = await page(select, cookie);
  expect(offered).toContain('data-none=""');
  expect(offered).toContain('Continue as Meera Nair');
  const out = await standIns.serve(
    new Request('http://localhost:8888/__google/sign-out', { method: 'POST', headers: HOME }),
  );
  expect(out?.headers.get('set-cookie')).toContain('Max-Age=0');
});

/** The script in a browser that has nothing but a console: enough for what it refuses before it draws anything. */
async function gsi() {
  const window: { google?: { accounts: { id: Record<string, (...args: unknown[]) => void> } } } = {};
  const told: string[] = [];
  const context = {
    ...{ window, HTMLElement: class {}, document: { cookie: '' } },
    console: { warn: (text: string) => told.push(text) },
  };
  runInNewContext((await (await get(setting('GOOGLE_SCRIPT_URL')))?.text()) ?? '', context);
  const id = window.google?.accounts.id ?? {};
  const place = new context.HTMLElement();
  const client = { client_id: setting('GOOGLE_CLIENT_ID'), callback: () => {} };
  return { id, place, client, told };
}

test.each<[options: object, words: string]>([
  [{ client_id: undefined }, 'client_id is not the id of a client.'],
  [{ client_id: 'abc' }, 'client_id is not the id of a client.'],
  [{ callback: undefined }, 'the option callback is missing.'],
  [{ callback: 'onLogin' }, 'callback must be of type function.'],
  [{ autoSelect: true }, 'the option autoSelect is not served here.'],
  [{ auto_select: true }, 'auto_select must be one of false.'],
  [{ context: 'login' }, 'context must be one of signin, signup, use.'],
  [{ ux_mode: 'redirect' }, 'ux_mode must be one of popup.'],
])('initialize() refuses %j', async (options, words) => {
  const { id, client } = await gsi();
  expect(() => id['initialize']?.({ ...client, ...options })).toThrow(`Google (local stand-in): ${words}`);
});

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
  expect(() => id['renderButton']?.(place, options)).toThrow(`Google (local stand-in): ${words}`);
});

test('nothing is drawn before initialize(), nor into nothing; a second initialize() is told', async () => {
  const { id, place, client, told } = await gsi();
  expect(() => id['renderButton']?.(place, { type: 'standard' })).toThrow('call initialize() first.');
  expect(() => id['prompt']?.()).toThrow('call initialize() first.');
  id['initialize']?.(client);
  expect(() => id['renderButton']?.({}, { type: 'standard' })).toThrow('an element to render into');
  expect(() => id['prompt']?.('moment')).toThrow('must be a function');
  expect(told).toEqual([]);
  id['initialize']?.(client);
  expect(told).toEqual([expect.stringContaining('multiple times')]);
});
