/**
 * The shop's API as OpenAPI 3.1, put together from what the server itself reads: methods, paths and tokens from the table
 * of routes, bodies from the schemas that check them, replies from their types, refusals from the statuses and limits of
 * netlify/http. What only the services know (which of their refusals a call can meet) stands here, and `npm run chaos --
 * fuzz` holds every answer against it.
 */
import process from 'node:process';
import { closedBeforeLaunch } from '../../netlify/http/coming-soon.ts';
import { onlyWhenPublished } from '../../netlify/http/published.ts';
import { hasInMemoryLimit } from '../../netlify/http/in-memory-limit.ts';
import { statusOf } from '../../netlify/http/errors.ts';
import { cachingOf, guarding, uncached } from '../../netlify/http/headers.ts';
import { windowsFor } from '../../netlify/http/limits.ts';
import { z } from 'zod';
import { newsletterPaths } from '../../src/contract/paths.ts';
import { type RefusalCode, type RouteName, routes } from '../../src/contract/routes.ts';
import { schemas } from '../../src/contract/schemas.ts';
import { idempotencyHeader, tokenHeader } from '../../src/contract/wire.ts';
import { brand } from '../../src/domain/config.ts';
import { type JsonSchema, readTypes } from './replies.ts';

interface HeaderObject {
  required: boolean;
  schema: JsonSchema;
}

interface Reference {
  $ref: string;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, HeaderObject | Reference>;
  content?: Record<string, { schema: JsonSchema }>;
}

export interface Parameter {
  name: string;
  in: 'query' | 'header' | 'path';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, ResponseObject | Reference>;
}

export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ResponseObject>;
    headers: Record<string, HeaderObject>;
    securitySchemes: Record<string, unknown>;
  };
}

/** What a call may refuse beside what follows from the table (its input, its token, its limits). */
const refusals: Partial<Record<RouteName, readonly RefusalCode[]>> = {
  'cart.add': ['out-of-stock'],
  'user.register': ['taken'],
  'user.login': ['unauthorised'],
  'user.google': ['unauthorised', 'taken'],
  'user.confirm-email': ['taken'],
  'user.save-profile': ['taken'],
  'address.edit': ['not-found'],
  'address.delete': ['not-found'],
  'notification.read': ['not-found'],
  'order.place': [
    ...(['price-changed', 'out-of-stock', 'code-refused'] as const),
    ...(['cash-limit', 'key-reused', 'already-placed'] as const),
  ],
  'order.razorpay': [
    ...(['not-found', 'price-changed', 'out-of-stock'] as const),
    ...(['code-refused', 'hold-limit', 'key-reused', 'already-placed'] as const),
  ],
  'order.stripe': [
    ...(['not-found', 'price-changed', 'out-of-stock'] as const),
    ...(['code-refused', 'hold-limit', 'key-reused', 'already-placed'] as const),
  ],
  'order.pay': ['not-found', 'out-of-stock', 'code-refused', 'hold-limit', 'already-placed'],
  'order.verifyRazorpay': ['not-found', 'not-paid'],
  'order.verifyStripe': ['not-found', 'not-paid'],
  'order.invoice': ['not-found'],
  'discount.check': ['code-refused'],
};

/** What each call is for, where the types do not say it. */
const summaries: Partial<Record<RouteName, string>> = {
  'product.list':
    'Products by filters or search words, with the number that match and what each facet would show.',
  'product.stock': 'Pieces left of some products, by size.',
  'product.early-order-interest': 'Notes who wants a product that cannot be ordered yet.',
  waitlist: 'Notes who wants to hear when the shop opens.',
  'cart.add': 'Puts one more piece into the cart.',
  'cart.update': 'Sets how many pieces of a product and size are in the cart; 0 takes them out.',
  'cart.get': 'The cart.',
  'wishlist.toggle': 'Puts a product on the wishlist, or takes it off.',
  'wishlist.get': 'The wishlist.',
  notify: 'Notes who wants to hear when a sold-out size is back.',
  'notify.check': 'Whether this e-mail waits for this size already.',
  'user.register': 'Makes an account and logs in.',
  'user.login': 'Logs in.',
  'user.logout': 'Ends this session; others stay.',
  'user.google': 'Logs in with a Google credential; whoever is new gets an account.',
  'user.forgot': 'Mails a link to a new password, where the e-mail has an account.',
  'user.reset': 'Sets a new password by a mailed link and ends every session.',
  'user.confirm-email': 'Confirms the e-mail of the account, or takes a new one into use, by a mailed link.',
  'user.confirm-again': 'Mails another link that confirms the e-mail of the account.',
  'user.profile': 'The profile.',
  'user.save-profile': 'Saves the profile; a new e-mail waits for its confirmation.',
  'user.delete':
    'Deletes the account. The e-mail is typed again; the password is empty for an account that has none.',
  'address.user': 'The saved addresses.',
  'address.add': 'Saves an address.',
  'address.edit': 'Changes a saved address.',
  'address.delete': 'Deletes a saved address.',
  'notification.read': 'Marks a notification as read.',
  'order.place': 'Places an order to be paid on delivery.',
  'order.razorpay': 'Places an order and opens Razorpay’s window for it.',
  'order.stripe': 'Places an order and opens Stripe’s page for it.',
  'order.giveUp': 'Ends a request for an order, so that it places nothing any more.',
  'order.verifyRazorpay': 'The payment window’s receipt: the shop asks Razorpay.',
  'order.verifyStripe': 'Back from a provider’s page: the shop asks the provider.',
  'order.userorders': 'The shopper’s orders, newest first.',
  'order.invoice': 'The invoice of an order and its credit notes.',
  'payment.methods': 'Ways to pay that are offered now.',
  'newsletter.subscribe': 'Mails a link that confirms a subscription; says the same of every e-mail.',
  'newsletter.confirm': 'Confirms a subscription by a mailed link and gives the code once.',
  health: 'Whether the shop and its database answer.',
};

/** Calls whose repetition is told from a second one by a key. */
const keyed: ReadonlySet<RouteName> = new Set([
  'order.place',
  'order.razorpay',
  'order.stripe',
  'order.giveUp',
]);
/** Calls that take a form as well, for browsers without script. */
const takingForms: ReadonlySet<RouteName> = new Set(['newsletter.subscribe', 'waitlist']);

const whatFor: Record<RefusalCode, string> = {
  invalid: 'something of the request is wrong',
  unauthorised: 'no token, a token that does not stand, or credentials that are wrong',
  'not-open': 'the shop is not open yet, or this is not its published deploy',
  'not-found': 'there is no such thing, or it is not the caller’s',
  'method-not-allowed': 'the address has other methods; `Allow` names them',
  taken: 'the e-mail has an account',
  'price-changed': 'the amount is not what the order costs now; nothing was placed',
  'out-of-stock': 'pieces are gone; nothing was placed',
  'code-refused': 'the code cannot be used',
  'cash-limit': 'a limit of orders on delivery is reached; nothing was placed',
  'hold-limit': 'a limit of orders that wait for an online payment is reached; nothing was placed',
  'key-reused': 'the idempotency key stands for another order',
  'already-placed': 'the order stands already',
  'not-paid': 'the provider has no money for it',
  'too-many': 'a limit is reached; `Retry-After` says for how many seconds',
  'too-large': 'the body is too large',
  failed: 'a mistake of the shop',
  unavailable: 'the database or a provider does not answer; the same request can be sent again',
};

/** @returns a document that is the same as long as the contract is */
export function describeApi(): ApiDescription {
  const own = process.env['PERSON_HASH_KEY'];
  // Limits are counted under hashes of persons; which calls have limits is all that is described.
  process.env['PERSON_HASH_KEY'] = own || 'no-secret-because-nobody-is-described';
  try {
    return described();
  } finally {
    if (own === undefined) delete process.env['PERSON_HASH_KEY'];
    else process.env['PERSON_HASH_KEY'] = own;
  }
}

function described(): ApiDescription {
  const { replies, named } = readTypes();
  const shared = sharedBodies();
  const answers: SharedAnswers = {};
  for (const code of ['not-found', 'method-not-allowed'] as const) refusing([code], answers);
  const paths: ApiDescription['paths'] = {};
  for (const name of Object.keys(routes) as RouteName[]) {
    const { method, path, auth } = routes[name];
    const reply = replies.get(name);
    if (!reply) throw new Error(`contract/routes has no types for ${name}`);
    const operation: Operation = {
      operationId: name,
      summary: summaries[name] ?? reply.description ?? '',
      tags: [path.split('/')[2] ?? ''],
      security: auth === 'token' ? [{ session: [] }] : [],
      ...inputOf(name, shared),
      responses: responsesOf(name, reply.schema, answers),
    };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${brand.name} API`,
      version: '1.0.0',
      description:
        'What the shop’s pages ask of its server. Answers are JSON, for the shop’s own pages: no other site may read them. HEAD is answered wherever GET is; any other method by 405, any other address by 404, both as the response `MethodNotAllowed` and `NotFound` have it. Made by `npm run openapi`.',
    },
    servers: [{ url: '/' }],
    paths: { ...paths, ...besideTheTable(answers) },
    components: {
      schemas: sorted({
        ...named,
        ...Object.fromEntries([...shared.values()].map(({ name, schema }) => [name, schema])),
      }),
      responses: sorted(answers),
      headers: sorted(fixed),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'header',
          name: tokenHeader,
          description: 'Out of a log-in or a registration; opaque.',
        },
      },
    },
  };
}

const pascal = (name: string): string =>
  name
    .split(/\W/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const sorted = <T>(map: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));

function bodySchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
  return rest;
}

type SharedBodies = Map<z.ZodType, { name: string; schema: JsonSchema }>;

/** Bodies that several calls have get a name, that of the first of them. */
function sharedBodies(): SharedBodies {
  const users = Map.groupBy(Object.keys(routes) as RouteName[], (name) => schemas[name] as z.ZodType);
  const shared: SharedBodies = new Map();
  for (const [schema, names] of users) {
    if (names.length < 2) continue;
    const described = bodySchema(schema);
    if (Object.keys((described['properties'] ?? {}) as object).length === 0) continue;
    shared.set(schema, { name: `${pascal(names[0] ?? '')}Body`, schema: described });
  }
  return shared;
}

function inputOf(name: RouteName, shared: SharedBodies): Pick<Operation, 'parameters' | 'requestBody'> {
  const schema: z.ZodType = schemas[name];
  if (routes[name].method === 'GET') {
    const { properties = {}, required = [] } = bodySchema(schema) as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    const parameters = Object.entries(properties).map(([parameter, of]): Parameter => ({
      name: parameter,
      in: 'query',
      required: required.includes(parameter),
      schema: of,
    }));
    return parameters.length > 0 ? { parameters } : {};
  }
  const known = shared.get(schema);
  const body = known ? { $ref: `#/components/schemas/${known.name}` } : bodySchema(schema);
  const key: Parameter = {
    name: idempotencyHeader,
    in: 'header',
    required: name === 'order.giveUp',
    description:
      name === 'order.giveUp'
        ? 'The key of the request that ends.'
        : 'The same key with the same request is the same order, for a day. Without a key, an identical request within two minutes is the same order.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9-]{16,64}$' },
  };
  return {
    ...(keyed.has(name) && { parameters: [key] }),
    requestBody: {
      required: !schema.safeParse({}).success,
      content: {
        'application/json': { schema: body },
        ...(takingForms.has(name) && { 'application/x-www-form-urlencoded': { schema: body } }),
      },
    },
  };
}

/** Names nobody: which limits a call has is all that is asked. */
const anybody = { account: 'a', email: 'a', address: 'a' };

function refusalsOf(name: RouteName): RefusalCode[] {
  const { method, auth } = routes[name];
  const asks = method !== 'GET' || Object.keys(bodySchema(schemas[name])['properties'] ?? {}).length > 0;
  return [
    ...(closedBeforeLaunch.has(name) || onlyWhenPublished.has(name) ? (['not-open'] as const) : []),
    ...(asks ? (['invalid'] as const) : []),
    ...(method === 'GET' ? [] : (['too-large'] as const)),
    ...(auth === 'token' ? (['unauthorised'] as const) : []),
    ...(windowsFor(name, anybody).length > 0 || hasInMemoryLimit(name) ? (['too-many'] as const) : []),
    ...(refusals[name] ?? []),
    'failed',
    'unavailable',
  ];
}

function responsesOf(name: RouteName, reply: JsonSchema, answers: SharedAnswers): Operation['responses'] {
  return sorted({
    200: {
      description: 'Done.',
      headers: { ...headersOf(guarding), ...cachingHeaders(name) },
      content: { 'application/json': { schema: reply } },
    },
    ...(takingForms.has(name) && {
      303: seeOtherResponse('A posted form: the browser goes on to a page that says how it went.'),
    }),
    ...refusing(refusalsOf(name), answers),
  });
}

/** A token keeps an answer out of every cache, also one that is the same for all. */
function cachingHeaders(name: RouteName): NonNullable<ResponseObject['headers']> {
  const address = `https://shop.example${routes[name].path}`;
  const withToken = cachingOf(name, new Request(address, { headers: { [tokenHeader]: 'x' } }));
  if (routes[name].auth === 'token') return headersOf(withToken);
  const without = cachingOf(name, new Request(address));
  return Object.fromEntries(
    Object.entries(without).map(([header, value]) => [
      header,
      withToken[header] === value
        ? only(value)
        : { required: header in withToken, schema: { enum: [value, withToken[header]].filter(Boolean) } },
    ]),
  );
}

/** Refusals by their name; the same ones are met by many calls. */
type SharedAnswers = Record<string, ResponseObject>;

/** One answer for each status that the codes have. */
function refusing(codes: readonly RefusalCode[], answers: SharedAnswers): Record<string, Reference> {
  const byStatus = Map.groupBy(new Set(codes), (code) => statusOf[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, those]): [string, Reference] => {
      const name = those.map(pascal).join('Or');
      answers[name] = {
        description: those.map((code) => `\`${code}\`: ${whatFor[code]}`).join('; '),
        headers: {
          ...headersOf(uncached),
          ...(status === statusOf['too-many'] && {
            'Retry-After': { required: true, schema: { type: 'string', pattern: '^[1-9][0-9]*$' } },
          }),
          ...(status === statusOf['method-not-allowed'] && {
            Allow: { required: true, schema: { type: 'string' } },
          }),
        },
        content: {
          'application/json': {
            schema: {
              $ref: '#/components/schemas/Refusal',
              properties: { code: { enum: those } },
            },
          },
        },
      };
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

const only = (value: string): HeaderObject => ({ required: true, schema: { const: value } });

/** What stands on all answers, or on all that nobody may keep. */
const fixed: Record<string, HeaderObject> = Object.fromEntries(
  Object.entries(uncached).map(([name, value]) => [name, only(value)]),
);

function headersOf(headers: Record<string, string>): NonNullable<ResponseObject['headers']> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      fixed[name]?.schema['const'] === value ? { $ref: `#/components/headers/${name}` } : only(value),
    ]),
  );
}

function seeOtherResponse(description: string): ResponseObject {
  return {
    description,
    headers: { ...headersOf(uncached), Location: { required: true, schema: { type: 'string' } } },
  };
}

/** Addresses that no page of the shop calls: providers, programs and browsers without script do. */
function besideTheTable(answers: SharedAnswers): ApiDescription['paths'] {
  const form = (properties: Record<string, JsonSchema>): NonNullable<Operation['requestBody']> => ({
    required: false,
    content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties } } },
  });
  const text: JsonSchema = { type: 'string' };
  const wayBack = {
    summary: 'Where Razorpay’s page sends a browser without windows, with a form; it goes on to a page.',
    tags: ['payment'],
    security: [],
    parameters: [{ name: 'orderId', in: 'query', required: false, schema: text } as const],
    responses: { 303: seeOtherResponse('Always: whatever went wrong, the shopper arrives at a page.') },
  };
  const webhookPath: Parameter = {
    ...{ name: 'provider', in: 'path', required: true },
    schema: { enum: ['razorpay', 'stripe'] },
  };
  return {
    '/api/webhook/{provider}': {
      post: {
        operationId: 'webhook',
        summary: 'An event of a payment provider. It decides nothing: it is a reason to ask the provider.',
        tags: ['webhook'],
        security: [],
        parameters: [
          webhookPath,
          {
            ...{ name: 'X-Razorpay-Signature', in: 'header', required: false, schema: text },
            description: 'HMAC-SHA256 over the body, from Razorpay.',
          },
          {
            ...{ name: 'Stripe-Signature', in: 'header', required: false, schema: text },
            description: 'Time and HMAC-SHA256 over both, from Stripe.',
          },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: sorted({
          200: {
            description: 'Dealt with; it is not sent again.',
            headers: headersOf(uncached),
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { received: { const: true } },
                  required: ['received'],
                  additionalProperties: false,
                },
              },
            },
          },
          ...refusing(
            ['invalid', 'not-found', 'method-not-allowed', 'too-large', 'failed', 'unavailable'],
            answers,
          ),
        }),
      },
    },
    '/api/payment/return': {
      get: { ...wayBack, operationId: 'payment.return.again' },
      post: {
        ...wayBack,
        operationId: 'payment.return',
        requestBody: form({
          razorpay_order_id: text,
          razorpay_payment_id: text,
          razorpay_signature: text,
        }),
      },
    },
    [newsletterPaths.leave]: {
      post: {
        operationId: 'newsletter.leave',
        summary: 'Takes an e-mail off the newsletter; also by one post of a mail program (RFC 8058).',
        tags: ['newsletter'],
        security: [],
        parameters: [{ name: 'token', in: 'query', required: false, schema: text }],
        requestBody: form({ 'List-Unsubscribe': { const: 'One-Click' } }),
        responses: {
          200: plainResponse('The mail program’s post was carried out.'),
          303: seeOtherResponse('A browser’s post: the page says how it went.'),
          404: plainResponse('The mail program’s link is unknown or was used.'),
          503: plainResponse('The database does not answer the mail program; it can post again.'),
        },
      },
    },
  };
}

function plainResponse(description: string): ResponseObject {
  return {
    description,
    headers: headersOf(uncached),
    content: { 'text/plain': { schema: { type: 'string' } } },
  };
}
