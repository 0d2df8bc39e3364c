import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/domain/time-units.ts';
import { newPushKeys } from '../../../netlify/push/vapid.ts';
import { providerSetup } from '../../../netlify/payments/provider-setup.ts';
import { keyMarks } from '../../../netlify/storage/person-hash.ts';
import { checks, examine } from '../../../netlify/services/health/checks.ts';
import { type Shop, Unhealthy } from '../../../netlify/services/health/finding.ts';
import { withoutSecrets } from '../../../netlify/services/health/secrets.ts';
import { problemOfPolicy } from '../../../netlify/services/health/pages.ts';
import { judge } from '../../../netlify/services/health/providers.ts';
import * as looked from '../../support/doctor-shop.ts';
import { SHOP_ADDRESS, useProviders } from '../../support/payments.ts';
import { useMailServer } from '../../support/mail-server.ts';

const { aShop, at, away, checkNamed: find, health, NOW, page, refuses, says, tells, without } = looked;

useProviders();
useMailServer(SHOP_ADDRESS);

const elsewhere = (address: string): Partial<Shop> => ({
  ...tells({ siteUrl: address }),
  address,
  isLocal: false,
});
const setting = (name: string, value: string): Partial<Shop> => {
  vi.stubEnv(name, value);
  return {};
};
const failing = (code: string) => async (): Promise<string[]> => {
  throw Object.assign(new Error(`query ${code}`), { code });
};
const unhealthy = (error: Error): Partial<Shop> => ({ health: () => Promise.reject(error) });
const pictures = '/.netlify/images';

const desk = (settings: Record<string, string>): Partial<Shop> => ({
  settings: { DESK_STAFF: 'asha@example.com:owner', ...settings },
});

type Case = [own: () => Partial<Shop>, seen: RegExp];
const ownPages = ['/place-order', '/profile', '/orders', '/verify', '/desk', '/admin'];

/** The faults that turn each check red, and their findings. */
const cases: Record<string, Case[]> = {
  'The shop answers': [
    [() => unhealthy(new Unhealthy('The functions run on Node 20')), /Node 20/],
    [() => unhealthy(new TypeError('fetch failed')), /fetch failed/],
  ],
  'Published deploy': [[() => tells({ published: false }), /takes no orders/]],
  SITE_URL: [
    [() => tells({ siteUrl: null }), /not set/],
    [() => tells({ siteUrl: 'https://other.example' }), /but the shop is at/],
    [() => elsewhere('http://taana.example'), /not encrypted/],
    [() => elsewhere('https://taana.example'), /built for/],
  ],
  'Last reconciliation job': [
    [() => tells({ sweptAt: null }), /never ran/],
    [() => tells({ sweptAt: NOW - 11 * MINUTE_MS }), /11 minutes ago/],
    [() => ({ ...tells({ sweptAt: null }), openedAt: NOW - 11 * MINUTE_MS }), /never ran/],
  ],
  Clocks: [
    [() => ({ now: () => NOW + 5 * MINUTE_MS }), /functions.*300 s apart/],
    [() => says('TIME', [String(NOW / 1_000 - 60), '0']), /database.*60 s apart/],
    [() => at('/api/health', '{}'), /NaN/],
  ],
  'Live and test keys': [
    [() => tells({ keys: { razorpay: 'live', stripe: 'test' } }), /razorpay in the shop: live, stripe in/],
    [() => ({ settings: { STRIPE_SECRET_KEY: 'sk_live_x' } }), /stripe in this terminal: live/],
    [() => elsewhere('https://taana.example'), /razorpay in the shop: test, stripe in the shop: test/],
    [() => ({ ...tells({ keys: { stripe: 'test' } }), ...away }), /stripe in the shop: test/],
  ],
  'Functions near the database': [
    [() => at('/api/health', JSON.stringify(health({ redisMs: 90 }))), /90 ms/],
  ],
  'Scripts: the time before a change': [
    [() => refuses(['EVAL'], 'ERR Write commands not allowed after TIME'), /Write commands/],
    [() => says('EVAL', ['1', null]), /kept null/],
  ],
  'Scripts: JSON': [
    [() => says('EVAL', '{"at":1.795e12,"list":{}}'), /it made/],
    [() => refuses(['EVAL'], 'ERR cjson is nil'), /cjson is nil/],
  ],
  'Scripts: an unknown one': [
    [() => refuses(['EVALSHA'], 'ERR no such script'), /no such script/],
    [() => says('EVALSHA', 'OK'), /there is not/],
  ],
  'Scripts: key locking': [
    [() => refuses(['EVAL'], 'ERR Unexpected flag in script shebang'), /refuses the flag/],
    [() => says('EVAL', 'anything'), /did not declare/],
  ],
  Eviction: [
    [() => says('INFO', 'maxmemory:1\r\nmaxmemory_policy:allkeys-lru\r\n'), /allkeys-lru/],
    [() => says('CONFIG', ['maxmemory-policy', 'volatile-ttl']), /volatile-ttl/],
  ],
  'Key of the hashes of persons': [
    [() => ({ settings: {} }), /Set PERSON_HASH_KEY to the secret/],
    [() => ({ settings: { PERSON_HASH_KEY: 'too-short' } }), /32 characters or more/],
    [() => says('GET', 'a-mark-of-another-key'), /not the one that this database was written with/],
    [
      () => ({
        ...says('GET', keyMarks().join(' ')),
        settings: { PERSON_HASH_KEY: `${process.env['PERSON_HASH_KEY']} ${'x'.repeat(32)}` },
      }),
      /newer key than the database/,
    ],
  ],
  'Headers of each kind of page': [
    [() => without('strict-transport-security'), /\/cart: Strict-Transport-Security is missing/],
    [() => without('content-security-policy'), /\/cart: Content-Security-Policy is missing/],
    [() => at('/login', '', {}, 500), /\/login answers 500/],
    [() => at('/there-is-no', page()), /answers 200, not 404/],
    ...ownPages.map((path): Case => [
      () => at(path, '', {}, 500),
      new RegExp(`${path} answers 500, not 200`),
    ]),
  ],
  'Content policy of each kind of page': ['/cart', ...ownPages].map((path): Case => [
    () => at(path, '<html>'),
    new RegExp(`${path}: the page has no policy`),
  ]),
  Compression: [[() => at('/', page()), /uncompressed/]],
  'Pictures: formats': [
    [() => at(pictures, '', { 'content-type': 'image/jpeg' }), /image\/jpeg/],
    [() => at(pictures, '', {}, 404), /status 404/],
  ],
  'Pictures: cache': [[() => at(pictures, '', { 'cache-control': 'no-cache' }), /no-cache/]],
  'CDN cache of public calls': [
    [() => at('/api/product', '{}', { 'cache-status': '"Netlify Edge"; fwd=miss' }), /fwd=miss/],
    [() => at('/api/product', '{}'), /no Cache-Status/],
  ],
  'Answers for one shopper': [
    [() => at('/api/', '{}', { 'cache-control': 'public, max-age=60' }), /max-age=60/],
  ],
  'Webhook at Razorpay': [[() => ({ address: 'https://other.example' }), /none leads to/]],
  'Webhook at Stripe': [[() => ({ address: 'https://other.example' }), /none leads to/]],
  'Mail server': [
    [() => setting('SMTP_URL', 'smtp://127.0.0.1:1'), /ECONNREFUSED/],
    [() => setting('MAIL_FROM', 'nobody'), /MAIL_FROM/],
  ],
  'DNS records of the sender': [
    [() => ({ dns: { mx: failing('ENOTFOUND'), txt: failing('ENODATA') } }), /no MX, no SPF, no DMARC/],
    [() => ({ dns: { ...aShop().dns, txt: async () => ['v=spf1 -all'] } }), /taana\.example has no DMARC/],
    [() => ({ dns: { ...aShop().dns, mx: failing('ESERVFAIL') } }), /could not be checked: query ESERVFAIL/],
  ],
  'Notifications of the desk': [
    [() => desk({ VAPID_PRIVATE_KEY: 'x' }), /one of VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY is missing/],
    [() => desk({ VAPID_PUBLIC_KEY: 'x', VAPID_PRIVATE_KEY: 'y' }), /does not belong to/],
    [
      () => {
        const { publicKey, privateKey } = newPushKeys();
        const keys = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
        return desk({ ...keys, VAPID_SUBJECT: 'asha' });
      },
      /neither a mailto/,
    ],
  ],
};

test('every check has a case that turns it red', () => {
  expect(Object.keys(cases)).toEqual(checks.map(({ name }) => name));
});

test.each(checks.map((check) => [check.name, check] as const))('%s: all is well', async (_name, check) => {
  expect(await examine(check, aShop())).toEqual({ state: 'ok', seen: expect.any(String) });
});

const reds = Object.entries(cases).flatMap(([name, own]) =>
  own.map(([shop, seen]) => [name, seen, shop] as const),
);

test.each(reds)('%s is red: %s', async (name, seen, own) => {
  const finding = await examine(find(name), aShop(own()));
  expect(finding).toEqual({ state: 'red', seen: expect.stringMatching(seen), advice: expect.any(String) });
});

test('a check that this terminal cannot do says so, with another way to check', async () => {
  const shop = aShop({ command: undefined, settings: {} });
  const names: string[] = [];
  for (const check of checks) {
    const { state, advice } = await examine(check, shop);
    if (state === 'unseen') names.push(check.name);
    expect(state === 'ok').toBe(advice === undefined);
  }
  expect(names).toEqual([
    'Scripts: the time before a change',
    'Scripts: JSON',
    'Scripts: an unknown one',
    'Scripts: key locking',
    'Eviction',
    'Key of the hashes of persons',
    'Webhook at Razorpay',
    'Webhook at Stripe',
    'Mail server',
    'DNS records of the sender',
  ]);
});

test('a database without hashes accepts any key, and a database migrated twice is fine', async () => {
  for (const marks of [null, `${keyMarks().join(' ')} repeated`]) {
    const finding = await examine(find('Key of the hashes of persons'), aShop(says('GET', marks ?? '')));
    expect(finding.state).toBe('ok');
  }
});

test('a database that hides its eviction policy, and a provider that does not list webhooks, are unknown', async () => {
  const silent = aShop(refuses(['INFO', 'CONFIG'], 'ERR Command is not available'));
  expect((await examine(find('Eviction'), silent)).state).toBe('unseen');
  vi.stubEnv('RAZORPAY_KEY_SECRET', 'wrong');
  const refused = await examine(find('Webhook at Razorpay'), aShop());
  expect(refused).toMatchObject({ state: 'unseen', seen: expect.stringContaining('answer 401') });
});

test('a webhook must be active, at the exact address, with every event', () => {
  const url = 'https://shop.example/api/webhook/stripe';
  const events = providerSetup.stripe.webhookEvents;
  expect(judge([{ url, isOn: true, events }], url, 'stripe').state).toBe('ok');
  expect(judge([{ url, isOn: true, events: ['*'] }], url, 'stripe').state).toBe('ok');
  expect(judge([{ url, isOn: false, events }], url, 'stripe').seen).toBe('it is switched off');
  expect(judge([{ url, isOn: true, events: events.slice(1) }], url, 'stripe').seen).toBe(
    `it lacks ${events[0]}`,
  );
  expect(judge([{ url: `${url}x`, isOn: true, events }], url, 'stripe').seen).toContain('none leads to');
});

test.each([
  ["script-src 'self'", /default-src/],
  ["default-src 'self'", /script-src is missing/],
  ["default-src 'self'; script-src 'self' 'unsafe-inline'", /'unsafe-inline'/],
  ["default-src 'self'; script-src 'self' 'unsafe-eval'", /'unsafe-eval'/],
  ["default-src 'self'; script-src https:", /https:/],
])('the content policy %s allows too much', (policy, problem) => {
  expect(problemOfPolicy(page(policy))).toMatch(problem);
});

test('the settings name every event to the owner', async () => {
  const example = (await readFile('.env.example', 'utf8')).replace(/\n# /g, ' ');
  for (const event of Object.values(providerSetup).flatMap(({ webhookEvents }) => webhookEvents))
    expect(example).toContain(event);
});

test('in its own functions the shop checks what a terminal cannot, and missing settings are red', async () => {
  for (const check of checks) {
    expect(await examine(check, aShop({ isInside: true })), check.name).toMatchObject({ state: 'ok' });
  }
  for (const name of ['Mail server', 'DNS records of the sender']) {
    expect(await examine(find(name), aShop({ isInside: true, settings: {} }))).toMatchObject({
      state: 'red',
      seen: 'not set: nobody gets an email',
    });
  }
  const keys = await examine(find('Live and test keys'), aShop({ isInside: true }));
  expect(keys.seen).toBe('razorpay in the shop: test, stripe in the shop: test');
});

test('no finding repeats a secret setting, whatever a provider or the database says', async () => {
  const secrets = {
    UPSTASH_REDIS_REST_URL: 'https://default:pass%2Fword-1@db.example',
    UPSTASH_REDIS_REST_TOKEN: 'token-of-the-database',
    SMTP_URL: 'smtps://care:pass%2Fword-2@mail.example',
    STRIPE_SECRET_KEY: 'sk_test_of_stripe',
    PERSON_HASH_KEY: `${'a'.repeat(40)} ${'b'.repeat(40)}`,
  };
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const told = [
    ...Object.values(secrets),
    ...secrets.PERSON_HASH_KEY.split(' '),
    'pass%2Fword-2',
    'pass/word-1',
    'pass/word-2',
    base64('pass/word-2'),
    base64('\0care\0pass/word-2'),
  ];
  const fails = async (): Promise<never> => {
    throw new Error(`it said ${told.join(' and ')}`);
  };
  const shop = aShop({
    settings: { ...process.env, ...secrets, MAIL_FROM: 'care@taana.example' },
    isInside: true,
    ask: fails,
    health: fails,
    product: fails,
    command: fails,
    dns: { mx: fails, txt: fails },
  });
  const findings = await Promise.all(checks.map((check) => examine(check, shop)));
  const text = JSON.stringify(findings);
  expect(text).toContain('it said https://default:•••@db.example and •••');
  expect(told.slice(1).filter((secret) => text.includes(secret))).toEqual([]);
  const settings = { SMTP_URL: 'care:a-password@mail.example' };
  expect(withoutSecrets('not an address: care:a-password@mail.example', settings)).toBe(
    'not an address: •••',
  );
});
