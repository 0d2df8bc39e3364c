/**
 * Checks requests against Stripe's published description, with its error messages. stripe-api.json is the part that the
 * shop uses, from github.com/stripe/openapi (MIT) without texts: parameters, types, enumerations and limits. For `mode`,
 * `currency` and `adaptive_pricing` it has only the shop's value, it requires what the shop must send, and it has the
 * rules for URLs, emails and metadata from Stripe's documentation.
 */
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { ApiRefusal } from '../api-server.ts';

interface StripeError {
  type: string;
  message: string;
  code?: string;
  param?: string;
}

export class StripeRefusal extends ApiRefusal<StripeError> {
  constructor(message: string, { status = 400, ...error }: Partial<StripeError> & { status?: number } = {}) {
    super(message, status, { type: 'invalid_request_error', message, ...error });
  }
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
}

// In the description an object without `additionalProperties` is closed: Stripe refuses unknown fields at every level.
function close(schema: Schema): Schema {
  for (const inner of Object.values(schema.properties ?? {})) close(inner);
  if (schema.items) close(schema.items);
  if (schema.properties) schema.additionalProperties = false;
  return schema;
}

const { metadata = {}, ...operations } = JSON.parse(
  readFileSync(new URL('stripe-api.json', import.meta.url), 'utf8'),
) as Record<string, Schema>;
const ajv = new Ajv({
  schemas: { metadata },
  strictTypes: false,
  // Every value arrives as text.
  coerceTypes: true,
  formats: {
    url: (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    email: /^[^\s@]+@[^\s@]+\.[^\s@.]+$/,
  },
});
/** By operation; compiled at startup, so that no request waits for it. */
const checks = new Map<string, ValidateFunction>();
for (const [operation, schema] of Object.entries(operations)) {
  checks.set(operation, ajv.compile(close(schema)));
}

export type Params = Record<string, unknown>;

/**
 * @param operation such as `POST /v1/refunds`
 * @param text form-encoded: `line_items[0][quantity]=1`
 * @returns the parameters with their types
 * @throws StripeRefusal for what Stripe's description does not allow
 */
export function readParams(operation: string, text: string): Params {
  const check = checks.get(operation);
  if (!check) throw new Error(`stripe-api.json has no ${operation}`);
  const params = Object.fromEntries(
    Object.entries(readBrackets(text)).map(([name, at]) => [name, lists(at)]),
  );
  if (!check(params)) throw refusalOf(check.errors?.[0]);
  return params;
}

type Tree = { [name: string]: Tree | string };

function readBrackets(text: string): Tree {
  const tree = Object.create(null) as Tree;
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() ?? '';
    let branch = tree;
    for (const part of path) {
      const next = branch[part] ?? (Object.create(null) as Tree);
      if (typeof next === 'string') throw new StripeRefusal(`Invalid parameter: ${name}`, { param: name });
      branch[part] = next;
      branch = next;
    }
    branch[last] = value;
  }
  return tree;
}

/** What has only numbers as names is a list. */
function lists(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree;
  const entries = Object.entries(tree).map(([name, inner]) => [name, lists(inner)] as const);
  return entries.every(([name]) => /^\d+$/.test(name))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries);
}

function refusalOf(error: ErrorObject | undefined): StripeRefusal {
  const { keyword = '', instancePath = '', params = {}, message = 'not as described' } = error ?? {};
  const { additionalProperty, missingProperty, type, format } = params as Record<string, string | undefined>;
  const inside = additionalProperty ?? missingProperty ?? [];
  // `/line_items/0` and `price_data` are `line_items[0][price_data]`.
  const [first = '', ...rest] = instancePath.split('/').slice(1).concat(inside);
  const param = first + rest.map((part) => `[${part}]`).join('');
  const known: Record<string, [code: string, text: string]> = {
    additionalProperties: ['parameter_unknown', `Received unknown parameter: ${param}`],
    required: ['parameter_missing', `Missing required param: ${param}.`],
    type: [`parameter_invalid_${type}`, `Invalid ${type}: ${param}`],
    format: [`${format}_invalid`, `Invalid ${format}: ${param}`],
  };
  const [code, text] = known[keyword] ?? [undefined, `Invalid ${param}: ${message}`];
  return new StripeRefusal(text, { param, ...(code && { code }) });
}
