/** A deployed shop without problems, for the doctor to check, and ways to create a problem. */
import process from 'node:process';
import { readRules } from '../../local/site/netlify-rules.ts';
import { checks } from '../../netlify/services/health/checks.ts';
import type { Check, Shop } from '../../netlify/services/health/finding.ts';
import { shopAt } from '../../netlify/services/health/shop-at.ts';
import type { Health } from '../../src/contract/calls/health.ts';
import { MINUTE_MS } from '../../src/domain/time-units.ts';
import { SHOP_ADDRESS } from './payments.ts';

export const away = { address: 'https://taana.example', isLocal: false };

export function checkNamed(name: string): Check {
  const check = checks.find((other) => other.name === name);
  if (!check) throw new Error(`There is no check ${name}`);
  return check;
}

export const NOW = Date.UTC(2026, 10, 23, 9, 0, 0, 500);

type Own = Partial<Shop>;
type Words = readonly (string | number)[];

const rules = readRules('netlify.toml');

export const page = (policy = "default-src 'self'; script-src 'self' 'sha256-abc='; object-src 'none'") =>
  `<meta http-equiv="content-security-policy" content="${policy}">
  <link rel="canonical" href="${SHOP_ADDRESS}/"><a href="/product/a-hoodie">A</a>
  <img src="/.netlify/images?url=/products/a-1.webp&amp;w=540">`;

export const health = (own: Partial<Health> = {}): Health => ({
  published: true,
  runtime: '24.21.0',
  region: 'ap-south-1',
  redisMs: 3,
  siteUrl: SHOP_ADDRESS,
  sweptAt: NOW - 3 * MINUTE_MS,
  keys: { razorpay: 'test', stripe: 'test' },
  ...own,
});

function answerOf(path: string, accept: string | undefined): Response {
  if (path === '/api/health') {
    return Response.json(health(), { headers: { date: new Date(NOW).toUTCString() } });
  }
  if (path.startsWith('/api/product/')) {
    return Response.json({}, { headers: { 'cache-status': '"Netlify Edge"; hit' } });
  }
  if (path.startsWith('/api/'))
    return new Response('', { status: 401, headers: { 'cache-control': 'no-store' } });
  if (path.startsWith('/.netlify/images')) {
    const type = accept?.includes('avif') ? 'image/avif' : 'image/webp';
    return new Response('', { headers: { 'content-type': type, 'cache-control': 'public, max-age=86400' } });
  }
  const status = path.includes('no-such') ? 404 : 200;
  return new Response(page(), { status, headers: { ...rules.headersFor(path), 'content-encoding': 'br' } });
}

/** Its database is the test's own, through the local gateway. */
export function aShop(own: Own = {}): Shop {
  const { command } = shopAt({
    address: SHOP_ADDRESS,
    settings: process.env,
    openedAt: null,
    isInside: false,
    timeoutMs: MINUTE_MS,
  });
  return {
    address: SHOP_ADDRESS,
    isLocal: true,
    isInside: false,
    openedAt: null,
    now: () => NOW,
    settings: {
      ...process.env,
      SMTP_URL: 'smtps://mail.taana.example',
      MAIL_FROM: 'Taana <care@taana.example>',
    },
    ask: async (path, headers = {}) => answerOf(path, headers['Accept']),
    health: async () => health(),
    product: async () => '/product/a-hoodie',
    command: async (words) => (words[0] === 'TIME' ? [String(NOW / 1_000), '0'] : command?.(words)),
    dns: {
      mx: async () => ['mail.taana.example'],
      txt: async (domain) => [
        domain.startsWith('_dmarc.') ? 'v=DMARC1; p=reject' : 'v=spf1 mx -all',
        'other',
      ],
    },
    ...own,
  };
}

/** Changes the answer of /api/health. */
export const tells = (own: Partial<Health>): Own => ({ health: async () => health(own) });

/** Changes the answer of URLs that start with this. */
export const at = (start: string, body: string, headers: Record<string, string> = {}, status = 200): Own => ({
  ask: async (path, sent = {}) =>
    path.startsWith(start) ? new Response(body, { status, headers }) : answerOf(path, sent['Accept']),
});

/** Removes a header from the cart page. */
export const without = (header: string): Own => {
  const headers = new Headers(rules.headersFor('/cart'));
  headers.delete(header);
  return at('/cart', page(), Object.fromEntries(headers));
};

const database = (answer: (words: Words) => unknown): Own => {
  const { command } = aShop();
  return { command: async (words) => answer(words) ?? command?.(words) };
};

/** Changes the database's answer to a command. */
export const says = (verb: string, answer: unknown): Own =>
  database(([name]) => (name === verb ? answer : undefined));

export const refuses = (verbs: readonly string[], message: string): Own =>
  database(([name]) => {
    if (verbs.includes(String(name))) throw new Error(message);
  });
