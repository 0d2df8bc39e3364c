/**
 * Checks requests against Stripe's published description, with its error messages. stripe-api.json is the part that the
 * shop uses, from github.com/stripe/openapi (MIT) without texts: parameters, types, enumerations and limits. For `mode`,
 * `currency` and `adaptive_pricing` it has only the shop's value, and it requires what the shop must send.
 */
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { ApiReply } from '../api-server.ts';

export interface StripeErrorBody {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
}

export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: StripeErrorBody;

  constructor(
    message: string,
    { status = 400, ...error }: Partial<StripeErrorBody> & { status?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.error = { type: 'invalid_request_error', message, ...error };
  }

  reply(): ApiReply {
    const { code } = this.error;
    const docs = code ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {};
    return { status: this.status, body: { error: { ...this.error, ...docs } } };
  }
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  required?: string[];
  enum?: string[];
}

const api = JSON.parse(readFileSync(new URL('stripe-api.json', import.meta.url), 'utf8')) as Record<
  string,
  { query: Schema; form?: Schema }
>;

// In the description an object without `additionalProperties` is closed: Stripe refuses unknown fields at every level.
function close(schema: Schema): Schema {
  for (const inner of Object.values(schema.properties ?? {})) close(inner);
  for (const inner of schema.anyOf ?? []) close(inner);
  if (schema.items) close(schema.items);
  if (schema.properties) schema.additionalProperties = false;
  return schema;
}

const ajv = new Ajv({
  strictTypes: false,
  // Times are whole seconds, which the type already checks.
  formats: { 'unix-time': true, decimal: /^-?\d+(\.\d+)?$/ },
});
/** By operation; compiled at startup, so that no request waits for it. */
const checks = new Map<string, { schema: Schema; check: ValidateFunction }>();
for (const [operation, { query, form }] of Object.entries(api)) {
  const schema = close((operation.startsWith('GET') ? query : form) ?? query);
  checks.set(operation, { schema, check: ajv.compile(schema) });
}

export type Params = Record<string, unknown>;

/**
 * @param operation such as `POST /v1/refunds`
 * @param text form-encoded: `line_items[0][quantity]=1`
 * @returns the parameters with their types
 * @throws StripeRefusal for what Stripe's description does not allow
 */
export function readParams(operation: string, text: string): Params {
  const described = checks.get(operation);
  if (!described) throw new Error(`stripe-api.json has no ${operation}`);
  const { schema, check } = described;
  const params = typed(schema, readBrackets(text), '') as Params;
  if (!check(params)) throw refusalOf(check.errors?.[0]);
  return params;
}

type Tree = { [name: string]: Tree | string };

function readBrackets(text: string): Tree {
  const tree: Tree = Object.create(null) as Tree;
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\]\[|\[|\]/).filter((part, at, all) => part !== '' || at < all.length - 1);
    let branch = tree;
    for (const part of path.slice(0, -1)) {
      const next = branch[part] ?? (Object.create(null) as Tree);
      if (typeof next === 'string') throw new StripeRefusal(`Invalid parameter: ${name}`, { param: name });
      branch[part] = next;
      branch = next;
    }
    const last = path.at(-1) ?? '';
    branch[last === '' ? String(Object.keys(branch).length) : last] = value;
  }
  return tree;
}

/** Converts text to the described type; text that does not fit stays, and the check refuses it. */
function typed(schema: Schema | undefined, value: Tree | string, path: string): unknown {
  const fitting =
    schema?.anyOf?.find(({ type }) => (type === 'string') === (typeof value === 'string')) ??
    schema?.anyOf?.[0];
  if (fitting) return typed(fitting, value, path);
  if (typeof value === 'string') return typedText(schema, value, path);
  if (schema?.type === 'array') {
    return Object.entries(value)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([at, item]) => typed(schema.items, item, `${path}[${at}]`));
  }
  const inner = typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typed(schema?.properties?.[name] ?? inner, item, path ? `${path}[${name}]` : name),
    ]),
  );
}

function typedText(schema: Schema | undefined, value: string, param: string): unknown {
  if (schema?.type === 'integer') {
    if (!/^-?\d{1,15}$/.test(value)) {
      throw new StripeRefusal(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });
    }
    return Number(value);
  }
  if (schema?.type === 'boolean') {
    if (value !== 'true' && value !== 'false') {
      throw new StripeRefusal(`Invalid boolean: ${value}`, { code: 'parameter_invalid_boolean', param });
    }
    return value === 'true';
  }
  if (schema?.type === 'number' && value !== '' && Number.isFinite(Number(value))) return Number(value);
  return value;
}

/** `/line_items/0/price_data` → `line_items[0][price_data]`, plus one more name inside. */
function paramOf(pointer: string, last?: string): string {
  const [first = '', ...rest] = [...pointer.split('/').slice(1), ...(last === undefined ? [] : [last])];
  return first + rest.map((part) => `[${part}]`).join('');
}

function refusalOf(error: ErrorObject | undefined): StripeRefusal {
  const { keyword = '', instancePath = '', params = {} } = error ?? {};
  const param = paramOf(instancePath);
  if (keyword === 'additionalProperties') {
    const unknownName = paramOf(instancePath, String(params['additionalProperty']));
    const about = { code: 'parameter_unknown', param: unknownName };
    return new StripeRefusal(`Received unknown parameter: ${unknownName}`, about);
  }
  if (keyword === 'required') {
    const missing = paramOf(instancePath, String(params['missingProperty']));
    const about = { code: 'parameter_missing', param: missing };
    return new StripeRefusal(`Missing required param: ${missing}.`, about);
  }
  if (keyword === 'enum') {
    const allowed = (params['allowedValues'] as string[]).join(', ');
    return new StripeRefusal(`Invalid ${param}: must be one of ${allowed}`, { param });
  }
  if (keyword === 'maxLength') {
    const most = String(params['limit']);
    return new StripeRefusal(`Invalid string: must be at most ${most} characters`, { param });
  }
  const rule = error?.message ?? 'not as described';
  return new StripeRefusal(`Invalid ${param || 'request'}: ${rule}`, { param });
}
