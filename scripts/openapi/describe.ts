/**
 * The shop's API as OpenAPI 3.1, from what the server itself reads: the table of calls (src/contract/calls), the types of
 * its replies, and the statuses and headers of netlify/http. `npm run chaos -- fuzz` compares every response with it.
 */
import { statusOf } from '../../netlify/http/errors.ts';
import { cachingOf, guarding, uncached } from '../../netlify/http/headers.ts';
import { z } from 'zod';
import { newsletterPaths } from '../../src/contract/paths.ts';
import type { RefusalCode } from '../../src/contract/calls/call.ts';
import { type RouteName, routeNames, rulesOf } from '../../src/contract/routes.ts';
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
  const { replies, named } = readTypes();
  const shared = sharedBodies();
  const answers: SharedAnswers = {};
  for (const code of ['not-found', 'method-not-allowed'] as const) refusing([code], answers);
  const paths: ApiDescription['paths'] = {};
  for (const name of routeNames) {
    const { method, path, auth, summary } = rulesOf(name);
    const reply = replies.get(name);
    if (!reply) throw new Error(`contract/routes has no reply type for ${name}`);
    const operation: Operation = {
      operationId: name,
      summary,
      tags: [path.split('/')[2] ?? ''],
      security: auth === 'token' ? [{ session: [] }] : [],
      ...inputOf(name, shared),
      responses: responsesOf(name, reply, answers),
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
  const users = Map.groupBy(routeNames, (name) => rulesOf(name).body);
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
  const { method, body: schema, idempotencyKey, form } = rulesOf(name);
  if (method === 'GET') {
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
    required: idempotencyKey === 'required',
    description:
      idempotencyKey === 'required'
        ? 'The key of the request that ends.'
        : 'The same key with the same request is the same order, for a day. Without a key, an identical request within two minutes is the same order.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9-]{16,64}$' },
  };
  return {
    ...(idempotencyKey && { parameters: [key] }),
    requestBody: {
      required: !schema.safeParse({}).success,
      content: {
        'application/json': { schema: body },
        ...(form && { 'application/x-www-form-urlencoded': { schema: body } }),
      },
    },
  };
}

function refusalsOf(name: RouteName): RefusalCode[] {
  const { method, auth, body, openBeforeLaunch, onlyPublished, limits, inMemoryLimit, refusals } =
    rulesOf(name);
  const asks = method !== 'GET' || Object.keys(bodySchema(body)['properties'] ?? {}).length > 0;
  return [
    ...(!openBeforeLaunch || onlyPublished ? (['not-open'] as const) : []),
    ...(asks ? (['invalid'] as const) : []),
    ...(method === 'GET' ? [] : (['too-large'] as const)),
    ...(auth === 'token' ? (['unauthorised'] as const) : []),
    ...(limits || inMemoryLimit ? (['too-many'] as const) : []),
    ...(refusals ?? []),
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
    ...(rulesOf(name).form && {
      303: seeOtherResponse('A posted form: the browser goes on to a page that says how it went.'),
    }),
    ...refusing(refusalsOf(name), answers),
  });
}

/** A token keeps an answer out of every cache, also one that is the same for all. */
function cachingHeaders(name: RouteName): NonNullable<ResponseObject['headers']> {
  const { path, auth } = rulesOf(name);
  const address = `https://shop.example${path}`;
  const withToken = cachingOf(name, new Request(address, { headers: { [tokenHeader]: 'x' } }));
  if (auth === 'token') return headersOf(withToken);
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
