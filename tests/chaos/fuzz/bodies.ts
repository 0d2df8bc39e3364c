/** fast-check arbitraries from the JSON schemas of the description: valid values, and ways to break them. */
import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from '../../../scripts/openapi/replies.ts';
import { hostileNumbers, hostileTexts, prototypeNames } from './hostile-values.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Values of a field with this name that are not refused at once; `fields.ts` explains the marks. */
export type Pools = Record<string, Arbitrary<Json>>;

/** One of these, each as often as its weight says. */
export const oneOf = <Values extends unknown[]>(
  ...choices: { [At in keyof Values]: [weight: number, arbitrary: Arbitrary<Values[At]>] }
) => fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary }))) as Arbitrary<Values[number]>;

/** Any 16 bits, including lone surrogates. */
const anyUnit = fc.nat(0xff_ff).map((code) => String.fromCharCode(code));

export const hostileText: Arbitrary<string> = oneOf(
  [4, fc.constantFrom(...hostileTexts)],
  [1, fc.string({ unit: anyUnit, maxLength: 40 })],
);

/** The parts of a schema that are read here. */
type Keywords = Partial<
  Record<'$ref' | 'type' | 'pattern' | 'format', string> & Record<'minLength' | 'maxLength', number>
> & { anyOf?: JsonSchema[]; const?: Json; enum?: Json[] };

/** A value that fits the schema; known field names mostly take theirs from the pools. */
export function fitting(schema: JsonSchema, root: JsonSchema, pools: Pools, field = ''): Arbitrary<Json> {
  const { $ref, anyOf, const: only, enum: some, type } = schema as Keywords;
  if ($ref) return fitting(resolved($ref, root), root, pools, field);
  if (only !== undefined) return fc.constant(only);
  if (some) return fc.constantFrom(...some);
  if (anyOf) return fc.oneof(...anyOf.map((each) => fitting(each, root, pools, field)));
  const pool = pools[field];
  const free = byType(schema, type, root, pools, field);
  return pool ? oneOf([6, pool], [1, free]) : free;
}

function byType(
  schema: JsonSchema,
  type: string | undefined,
  root: JsonSchema,
  pools: Pools,
  field: string,
): Arbitrary<Json> {
  const { minimum = 0, maximum = 100, minItems = 0, maxItems = 4 } = schema as Record<string, number>;
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting((schema['items'] ?? {}) as JsonSchema, root, pools, field), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 3),
      });
    default:
      return objectOf(schema, root, pools);
  }
}

function objectOf(schema: JsonSchema, root: JsonSchema, pools: Pools): Arbitrary<Json> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const required = (schema['required'] ?? []) as string[];
  return fc.record(
    Object.fromEntries(properties.map(([name, of]) => [name, fitting(of, root, pools, name)])),
    { requiredKeys: required, noNullPrototype: true },
  ) as Arbitrary<Json>;
}

function textOf(schema: JsonSchema): Arbitrary<string> {
  const { pattern, minLength = 0, maxLength = 60, format } = schema as Keywords;
  if (format === 'email') return fc.constantFrom('§own.email§', '§new.email§', '§victim.email.1§');
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  return oneOf(
    [3, fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 30) })],
    [2, fc.constantFrom(...hostileTexts.filter(fits), 'x'.repeat(minLength))],
  );
}

export function resolved($ref: string, root: JsonSchema): JsonSchema {
  return $ref
    .split('/')
    .slice(1)
    .reduce<JsonSchema>((at, part) => at[part.replaceAll('~1', '/')] as JsonSchema, root);
}

/** A part of a body that is inserted unchanged, because no JSON value produces it. */
export const raw = (text: string): Json => ({ '§raw': text });

/** JSON text of a value, with its raw parts; keeps the order of keys and treats `__proto__` as an ordinary key. */
export function textOfJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(textOfJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const literal = value['§raw'];
  if (typeof literal === 'string') return literal;
  return `{${Object.entries(value)
    .map(([key, of]) => `${JSON.stringify(key)}:${textOfJson(of)}`)
    .join(',')}}`;
}

/** Replacements for a value of the right kind. */
const wrong: Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, -1, '', [], {}, [null], { length: 3 }, { $ne: '' }),
  fc.constantFrom<Json>({ $gt: '' }, { toString: 'x' }, { toJSON: null }, { $regex: '.*' }, [['x']]),
  hostileText,
  fc.constantFrom(...hostileNumbers).map(raw),
  fc.constantFrom(10, 200, 5_000).map((depth) => raw('['.repeat(depth) + ']'.repeat(depth))),
  fc.constantFrom(10, 200, 2_000).map((depth) => raw(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
  fc.constantFrom(2_000, 9_000, 60_000).map((length) => 'y'.repeat(length)),
  fc.constant(new Array<Json>(600).fill('x')),
);

const aBreak = fc.record({
  how: oneOf(
    [6, fc.constant('replace')],
    [2, fc.constantFrom('remove', 'wrap', 'text')],
    [2, fc.constantFrom('add', 'twice')],
  ),
  at: fc.nat(40),
  key: fc.oneof(fc.constantFrom(...prototypeNames), hostileText),
  by: wrong,
});
type Break = typeof aBreak extends Arbitrary<infer Value> ? Value : never;

/** The same value with one defect, somewhere. */
export function broken(value: Arbitrary<Json>): Arbitrary<string> {
  return fc.tuple(value, aBreak).map(([json, how]) => textOfJson(changed(json, how)));
}

type Slot = { of: Json[] | { [key: string]: Json }; key: string | number };

/** Every position in a value, the whole value first. */
function slotsOf(box: { whole: Json }): Slot[] {
  const slots: Slot[] = [{ of: box, key: 'whole' }];
  for (const { of, key } of slots) {
    const value = (of as Record<string, Json>)[key];
    if (value === null || typeof value !== 'object') continue;
    const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
    for (const inner of keys) slots.push({ of: value as Slot['of'], key: inner });
  }
  return slots;
}

function changed(json: Json, how: Break): Json {
  const box = { whole: structuredClone(json) };
  const slots = slotsOf(box);
  // The whole value is one position of many, and the one to replace least often.
  const { of, key } = slots[slots.length === 1 ? 0 : 1 + (how.at % (slots.length - 1))] as Slot;
  const holder = of as Record<string, Json>;
  const value = holder[key] ?? null;
  switch (how.how) {
    case 'replace':
      holder[key] = how.by;
      break;
    case 'remove':
      if (Array.isArray(of)) of.splice(Number(key), 1);
      else delete holder[key];
      break;
    case 'wrap':
      holder[key] = [value];
      break;
    case 'text':
      holder[key] = typeof value === 'string' ? Number(value) || 0 : textOfJson(value);
      break;
    case 'add':
      if (Array.isArray(of)) of.push(how.by);
      else Object.defineProperty(of, how.key, { value: how.by, enumerable: true, configurable: true });
      break;
    case 'twice':
      holder[key] = raw(`${textOfJson(value)},${JSON.stringify(String(key))}:${textOfJson(how.by)}`);
  }
  // The whole value may have been removed.
  return (box.whole as Json | undefined) ?? null;
}
