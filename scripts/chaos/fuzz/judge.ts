/** What is wrong with an answer, by the description of the API and by what no answer may ever say. */
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ApiDescription, Operation, ResponseObject } from '../../openapi/describe.ts';
import type { JsonSchema } from '../../openapi/replies.ts';
import { tokenHeader } from '../../../src/contract/wire.ts';
import { projectRoot } from '../../setup.mjs';
import { resolved } from './bodies.ts';
import { type Call, callsOf } from './episodes.ts';
import type { WireAnswer, WireRequest } from './wire.ts';
import { CANARY } from './world.ts';

/** Slower than this is a door that one request can hold shut. */
const SLOWEST_MS = 10_000;

/** Stacks, places in the code, and words of what stands behind the shop. */
const INSIDES: readonly RegExp[] = [
  /\n\s+at .+[:(]\d+/,
  /\bat (?:async )?[\w.<>]+ \(/,
  /\b(?:node:internal|node_modules|netlify\/(?:http|services|storage))\b/,
  /\.(?:m?[jt]s):\d+/,
  /\b(?:TypeError|RangeError|SyntaxError|ReferenceError|ZodError|UpstashError)\b/,
  /\b(?:WRONGTYPE|NOSCRIPT|ERR (?:value|syntax|wrong|user_script)|EVALSHA|ECONN\w+|UPSTASH_\w+)\b/,
];

export type Judge = (request: WireRequest, answer: WireAnswer) => string[];

export function judgeBy(description: ApiDescription): Judge {
  const root = description as unknown as JsonSchema;
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
  ajv.addSchema(root, 'api');
  const calls = callsOf(description);
  const compiled = new Map<string, ValidateFunction>();

  /** @param pointer of the response's schema inside the description */
  function fits(pointer: string, body: unknown): string | null {
    let validate = compiled.get(pointer);
    if (!validate) {
      validate = ajv.compile({ $ref: `api#${pointer}` });
      compiled.set(pointer, validate);
    }
    if (validate(body)) return null;
    const [error] = validate.errors ?? [];
    return `the body does not fit ${pointer}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
  }

  /** The response that is described for this status, and where. */
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

  function callOf({ method, target }: WireRequest): Call | null {
    const path = pathOf(target).replace(/\/$/, '');
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
    if (!expected || isHead) return body === '' ? [] : ['there is a body where none is described'];
    if (!type.startsWith(expected)) return [`the content type is ${type}, not ${expected}`];
    if (expected !== 'application/json') return [];
    try {
      const misfit = fits(`${pointer}/content/application~1json/schema`, JSON.parse(body) as unknown);
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
    const isJson = type.includes('json');
    // Before any function: the server's own refusal of what is no HTTP, or the site's page for what is missing.
    const isServers = !isJson && [400, 404, 408, 413, 414, 431].includes(answer.status);
    if (isServers && (call === null || answer.status !== 404)) return [];
    const described = responseOf(call, answer.status);
    // A bent path may lead to another call.
    if (!described && call === null && isJson) return [];
    if (!described) {
      return [`${answer.status} is not described for ${call?.operation.operationId ?? 'this address'}`];
    }
    const { response, pointer } = described;
    return [
      ...wrongHeaders(response, named),
      ...wrongBody(response, pointer, answer, request.method === 'HEAD', type),
    ];
  }

  return (request, answer) => {
    const named = new Map(answer.headers);
    return [
      ...unsayable(answer),
      ...unsafe(request, answer, named),
      ...againstDescription(request, answer, named),
    ];
  };
}

/** What no answer may hold, whoever asked. */
function unsayable({ headers, body }: WireAnswer): string[] {
  const all = `${headers.map((pair) => pair.join(': ')).join('\n')}\n\n${body}`;
  const insides = INSIDES.flatMap((pattern) => pattern.exec(all)?.[0].trim() ?? []);
  return [
    ...insides.map((found) => `the answer tells of the shop's insides: ${found}`),
    ...(all.includes(projectRoot) ? ['the answer names a folder of the machine'] : []),
    ...(CANARY.test(all) ? ['the answer holds what belongs to a bystander'] : []),
  ];
}

/** What would be a hole even where it is described. */
function unsafe(request: WireRequest, { status, ms }: WireAnswer, named: Map<string, string>): string[] {
  const caching = named.get('cache-control') ?? '';
  const location = named.get('location') ?? '';
  const hasToken = request.headers.some(
    ([name, value]) => name.toLowerCase() === tokenHeader && value !== '',
  );
  const isShops = /json/.test(named.get('content-type') ?? '');
  const wrong: [is: boolean, problem: string][] = [
    [status >= 500, `the status is ${status}`],
    [named.has('x-injected'), 'a header was injected'],
    [named.has('set-cookie'), 'a cookie is set'],
    [
      [...named.keys()].some((name) => name.startsWith('access-control-')),
      'another site may read the answer',
    ],
    [isShops && hasToken && !caching.includes('no-store'), `an answer to a token may be kept: ${caching}`],
    [/^(?:\w+:)?\/\//.test(location), `it leads to another site: ${location}`],
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
