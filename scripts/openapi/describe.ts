/**
 * The shop's API as OpenAPI 3.1, from what the server itself reads: the table of calls (src/contract/calls), the types of
 * its replies, and the statuses and headers of netlify/http. `npm run chaos -- fuzz` compares every response with it.
 */
import { cachingOf, guarding } from '../../netlify/http/headers.ts';
import { z } from 'zod';
import type { RefusalCode } from '../../src/contract/calls/call.ts';
import { type RouteName, routeNames, rulesOf } from '../../src/contract/routes.ts';
import { idempotencyHeader, tokenHeader } from '../../src/contract/wire.ts';
import { brand } from '../../src/domain/config.ts';
import { fixed, headersOf, only, pascal, refusing, seeOtherResponse, type SharedAnswers } from './answers.ts';
import {
  type ApiDescription,
  type Operation,
  type Parameter,
  type ResponseObject,
  sorted,
} from './document.ts';
import { besideTheTable } from './other-paths.ts';
import { type JsonSchema, readTypes } from './replies.ts';

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
