/** What is wrong with an answer, by the description of the API and by what no answer may contain. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ApiDescription, Operation, ResponseObject } from '../../../scripts/openapi/document.ts';
import type { JsonSchema } from '../../../scripts/openapi/replies.ts';
import { tokenHeader } from '../../../src/contract/endpoints.ts';
import { projectRoot } from '../../../scripts/setup.mjs';
import { resolved } from './bodies.ts';
import { type Call, callsOf } from './steps.ts';
import { functionHeader } from '../faults/hosts.ts';
import type { WireAnswer, WireRequest } from './raw-http.ts';
import { CANARIES } from './canaries.ts';

/** A slower answer would let one request block the shop. */
const SLOWEST_MS = 10_000;

/** Stacks, source locations, and names of the shop's services. */
const INSIDES: readonly RegExp[] = [
  /\n\s+at .+[:(]\d+/,
  /\bat (?:async )?[\w.<>]+ \(/,
  /\b(?:node:internal|node_modules|netlify\/(?:http|services|storage))\b/,
  /\.(?:m?[jt]s):\d+/,
  /\b(?:TypeError|RangeError|SyntaxError|ReferenceError|ZodError|UpstashError)\b/,
  /\b(?:WRONGTYPE|NOSCRIPT|ERR (?:value|syntax|wrong|user_script)|EVALSHA|ECONN\w+|UPSTASH_\w+)\b/,
];

/** The properties that are checked; each is a row of the report. */
export type Aim = 'status' | 'insides' | 'others' | 'session' | 'description' | 'else';

export interface Problem {
  aim: Aim;
  text: string;
}

const as = (aim: Aim, texts: readonly string[]): Problem[] => texts.map((text) => ({ aim, text }));

/** The sender of a request. */
export interface Caller {
  /** The call that the request was generated from. */
  call: string;
  /** The text in all data of the sender; any other canary belongs to somebody else. */
  canary: string;
  /** A token of a valid session; null if they have ended it. */
  token: string | null;
}

/** The problems of a function's answer; with a caller, those of an answer to an attacker, whose request may reach none. */
export type Check = (request: WireRequest, answer: WireAnswer, caller?: Caller) => Problem[];

/** @returns what in the body does not fit the schema at this pointer in the description; null if all does */
export function schemaCheckBy(description: ApiDescription) {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
  ajv.addSchema(description, 'api');
  return (pointer: string, body: unknown): string | null => {
    const validate = ajv.getSchema(`api#${pointer}`);
    if (validate?.(body)) return null;
    const [error] = validate?.errors ?? [];
    return `the body does not fit ${pointer}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
  };
}

export function checkBy(description: ApiDescription): Check {
  const { againstDescription, beforeFunctions, withoutSession } = rulesOf(description);
  return (request, answer, caller) => {
    const named = new Map(answer.headers);
    const isOfFunction = caller === undefined || named.has(functionHeader);
    const ofAttack = caller && [
      ...as('status', answer.status >= 500 ? [`the status is ${answer.status}`] : []),
      ...as('others', othersIn(answer, caller)),
      ...as('session', withoutSession(request, answer, caller)),
    ];
    return [
      ...(ofAttack ?? []),
      ...as('insides', insidesIn(answer)),
      ...as('else', unsafe(request, answer, named)),
      ...as(
        'description',
        isOfFunction ? againstDescription(request, answer, named) : beforeFunctions(request, answer),
      ),
    ];
  };
}

function rulesOf(description: ApiDescription) {
  const root = description as unknown as JsonSchema;
  const fits = schemaCheckBy(description);
  const calls = callsOf(description);
  // An empty way to prove oneself means that a visitor may make the call too.
  const isClosed = ({ security }: Operation) =>
    security.length > 0 && security.every((way) => Object.keys(way).length > 0);
  const needToken = new Set(
    calls.flatMap(({ operation }) => (isClosed(operation) ? [operation.operationId] : [])),
  );

  /** The response that the description has for this status, and its pointer. */
  function responseOf(
    call: Call | null,
    status: number,
  ): { pointer: string; response: ResponseObject } | null {
    const responses: Operation['responses'] = call?.operation.responses ?? {
      404: { $ref: '#/components/responses/NotFound' },
      405: { $ref: '#/components/responses/MethodNotAllowed' },
    };
    const found = responses[String(status)];
    if (!found) return null;
    if ('$ref' in found) {
      return {
        pointer: found.$ref.slice(1),
        response: resolved(found.$ref, root) as unknown as ResponseObject,
      };
    }
    const path = call?.path.replaceAll('~', '~0').replaceAll('/', '~1') ?? '';
    return {
      pointer: `/paths/${encodeURIComponent(path)}/${call?.method.toLowerCase()}/responses/${status}`,
      response: found,
    };
  }

  function callOf({ method, target }: WireRequest, read = spelledOut): Call | null {
    const path = read(pathOf(target)).replace(/\/$/, '');
    const there = calls.filter((call) =>
      call.path.includes('{') ? /^\/api\/webhook\/[^/]+$/.test(path) : call.path === path,
    );
    return there.find((call) => call.method === (method === 'HEAD' ? 'GET' : method)) ?? null;
  }

  function wrongHeaders({ headers = {} }: ResponseObject, named: Map<string, string>): string[] {
    return Object.entries(headers).flatMap(([name, of]) => {
      const { schema, required } = ('$ref' in of ? resolved(of.$ref, root) : of) as unknown as {
        schema: { enum?: string[]; const?: string };
        required: boolean;
      };
      const value = named.get(name.toLowerCase());
      if (value === undefined) return required ? [`the header ${name} is missing`] : [];
      const allowed = schema.enum ?? (schema.const === undefined ? [value] : [schema.const]);
      return allowed.includes(value) ? [] : [`the header ${name} is ${value}`];
    });
  }

  function wrongBody(
    { content = {} }: ResponseObject,
    pointer: string,
    { body }: WireAnswer,
    isHead: boolean,
    type: string,
  ): string[] {
    const [expected] = Object.keys(content);
    if (!expected || isHead) return body === '' ? [] : ['there is a body, but none is described'];
    if (!type.startsWith(expected)) return [`the content type is ${type}, not ${expected}`];
    if (expected !== 'application/json') return [];
    try {
      const schema = `${pointer}/content/application~1json/schema`;
      const misfit = fits(schema, JSON.parse(body) as unknown);
      return misfit ? [misfit] : [];
    } catch {
      return ['the body is not JSON'];
    }
  }

  function againstDescription(
    request: WireRequest,
    answer: WireAnswer,
    named: Map<string, string>,
  ): string[] {
    const call = callOf(request);
    const type = named.get('content-type') ?? '';
    const described = responseOf(call, answer.status);
    if (!described) {
      return [`${answer.status} is not described for ${call?.operation.operationId ?? 'this address'}`];
    }
    const { response, pointer } = described;
    return [
      ...wrongHeaders(response, named),
      ...wrongBody(response, pointer, answer, request.method === 'HEAD', type),
    ];
  }

  /** Carried out without a session of the sender. */
  function withoutSession(request: WireRequest, { status }: WireAnswer, { call, token }: Caller): string[] {
    // A bent path outside the description counts as the call that it was generated from.
    const name = callOf(request)?.operation.operationId ?? call;
    if (status < 200 || status > 299 || !needToken.has(name)) return [];
    const shown = request.headers.filter(([header]) => header.toLowerCase() === tokenHeader);
    const isTheirs = token !== null && shown.length === 1 && shown[0]?.[1].trim() === token;
    return isTheirs ? [] : [`${name} was carried out without a session of the sender`];
  }

  /** The server's own refusal of invalid HTTP, or the site's 404 page. */
  function beforeFunctions(request: WireRequest, { status, body }: WireAnswer): string[] {
    const isMissing = status === 404 && callOf(request, (path) => path) === null;
    const isNoHttp = [400, 408, 413, 414, 431].includes(status) && body === '';
    return isMissing || isNoHttp ? [] : [`${status} before any function: ${body.slice(0, 80)}`];
  }

  return { againstDescription, beforeFunctions, withoutSession };
}

const wholeOf = ({ headers, body }: WireAnswer): string =>
  `${headers.map((pair) => pair.join(': ')).join('\n')}\n\n${body}`;

/** What no answer may contain, for any sender. */
function insidesIn(answer: WireAnswer): string[] {
  const all = wholeOf(answer);
  const insides = INSIDES.flatMap((pattern) => pattern.exec(all)?.[0].trim() ?? []);
  return [
    ...insides.map((found) => `the answer reveals internals: ${found}`),
    ...(all.includes(projectRoot) ? ['the answer names a folder of the machine'] : []),
  ];
}

/** Data of a bystander, or of another attacker. */
function othersIn(answer: WireAnswer, { canary }: Caller): string[] {
  const isOthers = (wholeOf(answer).match(CANARIES) ?? []).some((found) => found !== canary);
  return isOthers ? ['the answer contains data of somebody else'] : [];
}

/** The one cookie of the shop, and the calls that may set it (netlify/http/cookies). */
const DEVICE_COOKIE =
  /^__Secure-device=[\w-]{43}; Path=\/api\/user; Max-Age=31536000; HttpOnly; Secure; SameSite=Strict$/;
const DEVICE_CALLS = /^\/api\/user\/(?:register|login|reset)\/?$/;

/** A vulnerability even if the description has it. */
function unsafe(request: WireRequest, { status, ms }: WireAnswer, named: Map<string, string>): string[] {
  const cookie = named.get('set-cookie');
  const isOfDevice =
    status === 200 &&
    DEVICE_CALLS.test(spelledOut(pathOf(request.target))) &&
    DEVICE_COOKIE.test(cookie ?? '');
  const caching = named.get('cache-control') ?? '';
  const location = named.get('location') ?? '';
  const hasToken = request.headers.some(
    ([name, value]) => name.toLowerCase() === tokenHeader && value !== '',
  );
  const isShops = /json/.test(named.get('content-type') ?? '');
  const wrong: [is: boolean, problem: string][] = [
    [named.has('x-injected'), 'a header was injected'],
    [cookie !== undefined && !isOfDevice, `a cookie is set: ${cookie}`],
    [
      [...named.keys()].some((name) => name.startsWith('access-control-')),
      'another site may read the answer',
    ],
    [isShops && hasToken && !caching.includes('no-store'), `an answer to a token may be cached: ${caching}`],
    [/^(?:\w+:)?\/\//.test(location), `it redirects to another site: ${location}`],
    [ms > SLOWEST_MS, `it took ${Math.round(ms)} ms`],
  ];
  return wrong.filter(([is]) => is).map(([, problem]) => problem);
}

/** As any server reads it. */
function pathOf(target: string): string {
  try {
    return new URL(target.startsWith('/') ? `http://shop.example${target}` : target).pathname;
  } catch {
    return target.replace(/[?#].*$/s, '');
  }
}

/** Case-insensitive, because some functions read it so, and some addresses are then none. */
const spelledOut = (path: string): string =>
  path.replace(/%(?:2d|2e|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi, decodeURIComponent);
