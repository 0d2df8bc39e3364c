/**
 * What one attacker does: one request or several, made from the description of the API. Whatever is only known when the
 * episode runs stands as a mark (`§own.order§`, `§victim.address.2§`) until `filledIn` puts it there.
 */
import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import type { ApiDescription, Operation } from '../../../scripts/openapi/describe.ts';
import type { JsonSchema } from '../../../scripts/openapi/replies.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/wire.ts';
import { shop } from '../../../src/domain/config.ts';
import { broken, fitting, hostileText, type Json, type Pools, raw, textOfJson } from './bodies.ts';
import {
  brokenJson,
  contentTypes,
  hostileHeaders,
  hostileHosts,
  methods,
  pathTricks,
  queryTricks,
} from './hostile.ts';
import type { WireRequest } from './raw-http.ts';
import { CODE_PERCENT, orderOf, PASSWORD, productIds } from './populated-shop.ts';

export interface Call {
  operation: Operation;
  method: string;
  path: string;
}

/** A request with marks; how its text becomes bytes is said beside it. */
export interface Step {
  call: string;
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: string | null;
  encoding: 'utf8' | 'utf16le' | 'latin1' | 'gzip' | 'gzip-told' | 'cut';
  signed: boolean;
  /** As a shopper's own browser sends it. */
  isSane: boolean;
  /**
   * Something of it is bent, broken, forged or another's. A step that was not meant to be sane and has nothing of that
   * counts as none, though a fitting text of it may be hostile.
   */
  isHostile: boolean;
}

/** From one address, as production sees it, under an account of their own. */
export interface Episode {
  ip: string;
  steps: Step[];
}

export function callsOf({ paths }: ApiDescription): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ operation, method: method.toUpperCase(), path })),
  );
}

const anyVictim = (what: string): Arbitrary<Json> => fc.nat(5).map((number) => `§victim.${what}.${number}§`);
const mostly = (own: Json, others: Arbitrary<Json>): Arbitrary<Json> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(own) }, { weight: 1, arbitrary: others });
const email = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Json>('§own.email§', '§new.email§') },
  { weight: 1, arbitrary: anyVictim('email') },
);
const product = fc.constantFrom<Json>(...productIds);
const size = fc.constantFrom<Json>('XS', 'S', 'M', 'L', 'XL', 'XXL', 'default');
const ownLinks = ['§own.token§', '§own.reset§', '§own.confirm§', '§own.newsletter§', '§own.credential§'];
const link = fc.oneof(anyVictim('forged'), fc.constantFrom<Json>(...ownLinks), hostileText);
const name = mostly('§own.canary§', hostileText);

const pools: Pools = {
  ...{ itemId: product, productId: product, _id: product, id: product },
  ...{ size, sizes: size, email, user_email: email },
  orderId: mostly('§own.order§', anyVictim('order')),
  addressId: mostly('§own.address§', anyVictim('address')),
  notificationId: mostly('§own.news§', anyVictim('news')),
  userId: mostly('§own.user§', anyVictim('user')),
  password: fc.constantFrom<Json>(PASSWORD, 'wrong wrong wrong'),
  token: link,
  ...{ name, firstName: name, lastName: name, label: name },
  code: mostly('§own.code§', hostileText),
  razorpay_payment_id: mostly('§own.payment§', hostileText),
  razorpay_signature: mostly('§own.signature§', hostileText),
  razorpay_order_id: mostly('§own.reference§', anyVictim('order')),
  zipcode: fc.constant('560001'),
  phone: fc.constant(`${shop.phonePrefix}9876543210`),
  dateOfBirth: fc.constantFrom<Json>('1998-02-28', '', '2001-02-30'),
  search: fc.oneof(fc.constantFrom<Json>('hoodie', 'black', 'कुर्ता'), hostileText),
  amount: fc.constantFrom<Json>(10, 1_309, 0),
};

/** An order that can be placed, with texts of an attacker's choice where texts may stand. */
const realOrder: Arbitrary<Json> = fc
  .record({
    picks: fc.array(
      fc.record({ product: fc.nat(60), size: fc.nat(6), quantity: fc.integer({ min: 1, max: 3 }) }),
      { minLength: 1, maxLength: 3 },
    ),
    street: hostileText,
    firstName: hostileText,
    hasCode: fc.boolean(),
    // Each order from its own door: what one may have on delivery would end most of them.
    phone: fc.integer({ min: 6_000_000_000, max: 9_999_999_999 }),
    zipcode: fc.integer({ min: 110_001, max: 899_999 }),
  })
  .map(({ picks, street, firstName, hasCode, phone, zipcode }) => ({
    address: {
      ...{ firstName: firstName.trim().slice(0, 60) || 'Asha', lastName: '§own.canary§' },
      email: '§own.email§',
      ...{ street: street.trim().slice(0, 200) || '12 MG Road', city: 'Bengaluru', state: 'Karnataka' },
      ...{ zipcode: `${zipcode}`, country: shop.country, phone: `${shop.phonePrefix}${phone}` },
    },
    ...(hasCode && { code: '§own.code§' }),
    ...orderOf(picks, hasCode ? CODE_PERCENT : 0),
  }));

/** What providers tell, about orders that attackers have begun. */
const providerEvent: Arbitrary<Json> = fc.oneof(
  fc
    .constantFrom('payment.captured', 'payment.failed', 'order.paid', 'refund.created')
    .map((event): Json => ({
      event,
      created_at: raw('§now.s§'),
      payload: { payment: { entity: { id: 'pay_§fresh.id§', order_id: '§own.reference§' } } },
    })),
  fc
    .constantFrom('checkout.session.completed', 'checkout.session.expired', 'charge.updated')
    .map((type): Json => ({
      ...{ id: 'evt_§fresh.id§', object: 'event', type, created: raw('§now.s§') },
      data: { object: { id: '§own.reference§', object: 'checkout.session' } },
    })),
);

/** The field `token` of these comes by letter, or from Google. */
const mailed: Record<string, string> = {
  'user.reset': '§own.reset§',
  'user.confirm-email': '§own.confirm§',
  'newsletter.confirm': '§own.newsletter§',
  'user.google': '§own.credential§',
};

const placing = new Set(['order.place', 'order.razorpay', 'order.stripe']);

/** Whether a repetition of this call is told by a key. */
const isKeyed = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ name: header }) => header === idempotencyHeader);

/** As a shopper's own browser fills in. */
function ownPools({ operation }: Call): Pools {
  const { operationId } = operation;
  const email = operationId === 'user.register' ? '§new.email§' : '§own.email§';
  const token = mailed[operationId];
  return {
    ...pools,
    ...(token !== undefined && { token: fc.constant(token) }),
    ...{ name: fc.constant('§own.canary§'), code: fc.constant('§own.code§') },
    razorpay_order_id: fc.constant('§own.reference§'),
    razorpay_payment_id: fc.constant('§own.payment§'),
    razorpay_signature: fc.constant('§own.signature§'),
    ...{ email: fc.constant(email), user_email: fc.constant(email), password: fc.constant(PASSWORD) },
    ...{ orderId: fc.constant('§own.order§'), addressId: fc.constant('§own.address§') },
    notificationId: fc.constant('§own.news§'),
  };
}

function bodyValue(call: Call, root: JsonSchema, isSane: boolean): Arbitrary<Json> | null {
  const { operation } = call;
  const content = operation.requestBody?.content ?? {};
  const schema = Object.values(content)[0]?.schema;
  if (!schema) return null;
  const free = fitting(schema, root, isSane ? ownPools(call) : pools);
  if (operation.operationId === 'webhook') return fc.oneof(providerEvent, free);
  return placing.has(operation.operationId)
    ? fc.oneof({ weight: 5, arbitrary: realOrder }, { weight: 1, arbitrary: free })
    : free;
}

interface Bent {
  text: string;
  isBent: boolean;
}

const plainly = (text: string): Bent => ({ text, isBent: false });
const bent = (text: string): Bent => ({ text, isBent: true });

function bodyText(call: Call, root: JsonSchema, isSane: boolean): Arbitrary<Bent | null> {
  const value = bodyValue(call, root, isSane);
  if (!value) return fc.constant(null);
  const fit = value.map(textOfJson).map(plainly);
  if (isSane) return fit;
  return fc.oneof(
    { weight: 8, arbitrary: fit },
    { weight: 28, arbitrary: broken(value).map(bent) },
    { weight: 4, arbitrary: fc.constantFrom(...brokenJson).map(bent) },
    { weight: 3, arbitrary: value.map(asForm).map(bent) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(65_600, 65_600, 65_600, 300_000)
        .map((size) => bent(`{"more":"${'x'.repeat(size)}"}`)),
    },
  );
}

function asForm(value: Json): string {
  const fields = Object.entries(value !== null && typeof value === 'object' ? value : {});
  return new URLSearchParams(fields.map(([key, of]) => [key, String(of)]))
    .toString()
    .replaceAll('%C2%A7', '§');
}

/** A query that fits. */
function queryOf({ operation, method, path }: Call, root: JsonSchema, isSane = true): Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const valueFor = ({ name, schema }: (typeof parameters)[number]) =>
    isSane
      ? fitting(schema, root, ownPools({ operation, method, path }), name)
      : fc.oneof(
          { weight: 3, arbitrary: fitting(schema, root, pools, name) },
          { weight: 1, arbitrary: hostileText },
        );
  return fc
    .record(Object.fromEntries(parameters.map((parameter) => [parameter.name, valueFor(parameter)])), {
      requiredKeys: parameters.filter(({ required }) => isSane && required).map(({ name }) => name),
    })
    .map((fields) => {
      const pairs = Object.entries(fields).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)]),
      );
      return new URLSearchParams(pairs).toString().replaceAll('%C2%A7', '§');
    });
}

function queryText(call: Call, root: JsonSchema): Arbitrary<Bent> {
  const hasOwn = (call.operation.parameters ?? []).some((parameter) => parameter.in === 'query');
  const tricks = fc.constantFrom(...queryTricks).map((text) => ({ text, isBent: text !== '' }));
  const fit = hasOwn ? queryOf(call, root, false).map(plainly) : fc.constant(plainly(''));
  return fc.oneof({ weight: 2, arbitrary: fit }, { weight: 1, arbitrary: tricks });
}

/** What an attacker holds up as a session. */
const hostileTokens = fc.oneof(
  fc.constant<[string, string][]>([]),
  anyVictim('forged').map((token): [string, string][] => [[tokenHeader, String(token)]]),
  fc.constantFrom<[string, string][][]>(
    [[tokenHeader, '§own.token.cut§']],
    [[tokenHeader, '§own.token§=']],
    [[tokenHeader, '§own.token§\t']],
    [[tokenHeader, '§own.token.flipped§']],
    [[tokenHeader, '']],
    [[tokenHeader, 'null']],
    [[tokenHeader, 'undefined']],
    [[tokenHeader, 'टोकन']],
    [[tokenHeader, `${'A'.repeat(64)}`]],
    [[tokenHeader, 'A'.repeat(9_000)]],
    [[tokenHeader, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.']],
    [
      [tokenHeader, '§own.token§'],
      [tokenHeader, '§victim.forged.0§'],
    ],
    [['Token', '§victim.user.0§']],
    [['Authorization', 'Bearer §own.token§']],
  ),
);

/** A new one places another order; what is given up is mostly the request before. */
const keyOf = ({ operationId }: Operation): Arbitrary<string> =>
  placing.has(operationId) ? fc.uuid() : fc.oneof(fc.constant('§own.key§'), fc.uuid());

type Headers = [name: string, value: string][];

function dressOf({ operation }: Call): Arbitrary<{ headers: Headers; isBent: boolean }> {
  const isOwn = fc.constant<[string, string][]>([[tokenHeader, '§own.token§']]);
  const wantsToken = operation.security.length > 0;
  const tokens = fc.oneof(
    { weight: wantsToken ? 5 : 1, arbitrary: isOwn },
    { weight: wantsToken ? 1 : 3, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 2, arbitrary: hostileTokens },
  );
  const keys = isKeyed(operation)
    ? fc.oneof(
        { weight: 5, arbitrary: keyOf(operation) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('§victim.key.0§', '', 'short', 'x'.repeat(70), '../x', '__proto__'),
        },
      )
    : fc.constant(null);
  const more = fc.oneof(
    { weight: 5, arbitrary: fc.constant<[string, string][]>([]) },
    {
      weight: 3,
      arbitrary: fc.array(fc.constantFrom(...hostileHeaders), { minLength: 1, maxLength: 3 }),
    },
  );
  const hosts = fc.oneof(
    { weight: 30, arbitrary: fc.constant('shop.example') },
    { weight: 1, arbitrary: fc.constantFrom(...hostileHosts) },
  );
  const types = fc.oneof(
    { weight: 6, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom(...contentTypes) },
  );
  const isOwnToken = (token: Headers) =>
    token.length === 0 ? !wantsToken : token.length === 1 && token[0]?.[1] === '§own.token§';
  return fc.tuple(hosts, types, tokens, keys, more).map(([host, type, token, key, extra]) => ({
    headers: [
      ['Host', host],
      ['Content-Type', type],
      ...token,
      ...(key === null ? [] : [[idempotencyHeader, key] as [string, string]]),
      ...extra.map(([name, value]): [string, string] => [name, value]),
    ],
    isBent:
      host !== 'shop.example' ||
      type !== 'application/json' ||
      !isOwnToken(token) ||
      (key !== null && key.length !== 36 && key !== '§own.key§') ||
      extra.length > 0,
  }));
}

function plainDressOf({ operation }: Call): Arbitrary<{ headers: Headers; isBent: boolean }> {
  return keyOf(operation).map((key) => ({
    headers: [
      ['Host', 'shop.example'],
      ['Content-Type', 'application/json'],
      ...(operation.security.length > 0 ? [[tokenHeader, '§own.token§'] as [string, string]] : []),
      ...(isKeyed(operation) ? [[idempotencyHeader, key] as [string, string]] : []),
    ],
    isBent: false,
  }));
}

function addressesOf({ path }: Call): string[] {
  return path.includes('{') ? ['razorpay', 'stripe'].map((id) => path.replace('{provider}', id)) : [path];
}

const encodings: Arbitrary<Step['encoding']> = fc.oneof(
  { weight: 30, arbitrary: fc.constant('utf8' as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Step['encoding'][]>('utf16le', 'latin1', 'gzip', 'gzip-told', 'cut'),
  },
);

/** @param isSane what a shopper’s own browser might send */
function stepOf(call: Call, root: JsonSchema, isSane = false): Arbitrary<Step> {
  const { operation, method } = call;
  const filled = fc.constantFrom(...addressesOf(call));
  const paths = fc.oneof(
    { weight: 14, arbitrary: filled },
    {
      weight: 1,
      arbitrary: fc.tuple(filled, fc.constantFrom(...pathTricks)).map(([to, trick]) => trick(to)),
    },
  );
  const verbs = fc.oneof(
    { weight: 16, arbitrary: fc.constant(method) },
    { weight: 1, arbitrary: fc.constantFrom(...methods) },
  );
  const isWebhook = operation.operationId === 'webhook';
  return fc
    .record({
      verb: isSane ? fc.constant(method) : verbs,
      to: isSane ? filled : paths,
      query: isSane ? queryOf(call, root).map(plainly) : queryText(call, root),
      dress: isSane ? plainDressOf(call) : dressOf(call),
      body: bodyText(call, root, isSane),
      encoding: isSane ? fc.constant('utf8' as const) : encodings,
      signed: isWebhook && !isSane ? fc.boolean() : fc.constant(isWebhook),
    })
    .map(({ verb, to, query, dress, body, encoding, signed }) => ({
      ...{ call: operation.operationId, method: verb, headers: dress.headers, encoding, signed, isSane },
      target: query.text === '' ? to : `${to}?${query.text}`,
      body: verb === 'TRACE' || body === null ? null : body.text,
      isHostile:
        verb !== method ||
        !addressesOf(call).includes(to) ||
        [query, dress, body].some((part) => part?.isBent) ||
        encoding !== 'utf8' ||
        signed !== isWebhook ||
        `${query.text}${body?.text}`.includes('§victim.'),
    }));
}

/** Calls that cost a password hash: they are rarer, so that the others are not waiting for them. */
const dear = new Set(['user.register', 'user.login', 'user.reset', 'user.delete']);
const weightOf = ({ operation }: Call): number =>
  dear.has(operation.operationId) ? 1 : placing.has(operation.operationId) ? 6 : 4;

/** One after the other, each depending on what the one before left. */
const stories: string[][] = [
  ['order.place', 'order.place', 'order.userorders', 'order.invoice', 'order.pay'],
  ['order.place', 'order.invoice', 'order.invoice', 'order.userorders', 'notification.user'],
  ['order.razorpay', 'order.verifyRazorpay', 'order.verifyRazorpay', 'order.userorders', 'order.pay'],
  ['order.razorpay', 'order.giveUp', 'order.place', 'order.giveUp', 'order.userorders'],
  ['discount.check', 'order.place', 'discount.check', 'order.razorpay', 'order.userorders'],
  ['user.reset', 'user.profile', 'user.login', 'user.reset', 'cart.get'],
  ['user.confirm-email', 'user.profile', 'user.confirm-email', 'user.export'],
  ['user.register', 'user.confirm-again', 'user.export', 'user.reset', 'user.login'],
  ['user.google', 'user.google', 'user.profile', 'user.options'],
  ['order.razorpay', 'order.place', 'order.pay', 'order.verifyRazorpay', 'order.verifyStripe'],
  ['order.stripe', 'order.razorpay', 'order.stripe', 'order.userorders', 'payment.return'],
  ['user.logout', 'user.profile', 'cart.get', 'order.place', 'address.user'],
  ['address.add', 'address.user', 'address.edit', 'address.delete', 'address.delete'],
  ['cart.add', 'cart.update', 'cart.get', 'order.place', 'cart.get'],
  ['wishlist.toggle', 'wishlist.toggle', 'wishlist.get', 'user.export'],
  ['user.save-profile', 'user.profile', 'user.confirm-email', 'user.export'],
  ['user.register', 'user.login', 'user.delete', 'user.profile', 'cart.add'],
  ['order.place', 'notification.user', 'notification.read', 'notification.read'],
  ['newsletter.subscribe', 'newsletter.confirm', 'newsletter.leave', 'discount.check', 'order.place'],
  ['notify', 'notify.check', 'notification.user', 'notification.read'],
  ['order.razorpay', 'webhook', 'webhook', 'order.userorders', 'payment.return'],
  ['product.list', 'product.stock', 'product.list', 'health', 'payment.methods'],
];

const addresses: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.ipV4() },
  { weight: 1, arbitrary: fc.ipV6() },
);

export function episodes(description: ApiDescription): Arbitrary<Episode> {
  const root = description as unknown as JsonSchema;
  const calls = callsOf(description);
  const stepFor = new Map(calls.map((call) => [call.operation.operationId, stepOf(call, root)]));
  // Most steps of a story work, so that it goes on.
  const storyStep = new Map(
    calls.map((call) => [
      call.operation.operationId,
      fc.oneof(
        { weight: 4, arbitrary: stepOf(call, root, true) },
        { weight: 1, arbitrary: stepFor.get(call.operation.operationId) as Arbitrary<Step> },
      ),
    ]),
  );
  const anyStep = fc.oneof(
    ...calls.map((call) => ({
      weight: weightOf(call),
      arbitrary: stepFor.get(call.operation.operationId) as Arbitrary<Step>,
    })),
  );
  const told = fc.oneof(
    ...stories.map((names) =>
      fc.tuple(...names.map((name) => storyStep.get(name) as Arbitrary<Step>)).map((steps) => [...steps]),
    ),
  );
  const steps = fc.oneof(
    { weight: 2, arbitrary: fc.array(anyStep, { minLength: 1, maxLength: 10, size: 'max' }) },
    { weight: 1, arbitrary: told },
  );
  return fc.record({ ip: addresses, steps });
}

export type Marks = (mark: string) => string;

/** The bytes to send. */
export function filledIn(
  { method, target, headers, body, encoding, signed }: Step,
  { ip }: Episode,
  marks: Marks,
  secrets: { razorpay: string; stripe: string },
): WireRequest {
  const fill = (text: string) => text.replace(/§([a-z0-9.]+)§/g, (_, mark: string) => marks(mark));
  // A line that ends early would be another request, which is not what is looked at here.
  const oneLine = (text: string) => fill(text).replace(/[\r\n\0]/g, ' ');
  const path = oneLine(target).replaceAll(' ', '%20');
  const text = body === null ? null : fill(body);
  const bytes = text === null ? null : encoded(text, encoding);
  return {
    method,
    target: path,
    headers: [
      ...headers.map(([name, value]): [string, string] => [name, oneLine(value)]),
      ['X-Nf-Client-Connection-Ip', ip],
      ...(encoding === 'gzip-told' ? [['Content-Encoding', 'gzip'] as [string, string]] : []),
      ...(signed ? signatures(text ?? '', path, secrets) : []),
    ],
    body: bytes,
  };
}

function encoded(text: string, encoding: Step['encoding']): Buffer {
  switch (encoding) {
    case 'utf16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le');
    case 'latin1':
      return Buffer.from(text, 'latin1');
    case 'gzip':
    case 'gzip-told':
      return gzipSync(text);
    case 'cut':
      return Buffer.from(text).subarray(0, Math.floor(text.length / 2));
    default:
      return Buffer.from(text);
  }
}

/** As a provider would sign this body: what it sends may be a mistake of its own. */
function signatures(
  text: string,
  path: string,
  secrets: { razorpay: string; stripe: string },
): [string, string][] {
  const signed = (secret: string, of: string) => createHmac('sha256', secret).update(of).digest('hex');
  if (path.includes('stripe')) {
    const at = Math.floor(Date.now() / 1_000);
    return [['Stripe-Signature', `t=${at},v1=${signed(secrets.stripe, `${at}.${text}`)}`]];
  }
  return [
    ['X-Razorpay-Signature', signed(secrets.razorpay, text)],
    ['X-Razorpay-Event-Id', signed('id', text).slice(0, 20)],
  ];
}
