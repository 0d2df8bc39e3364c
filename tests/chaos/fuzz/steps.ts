/** One request of an attacker, generated from the description of the API. */
import fc, { type Arbitrary } from 'fast-check';
import type { ApiDescription, Operation } from '../../../scripts/openapi/document.ts';
import type { JsonSchema } from '../../../scripts/openapi/replies.ts';
import { idempotencyHeader, tokenHeader } from '../../../src/contract/endpoints.ts';
import { broken, fitting, hostileText, type Json, oneOf, textOfJson } from './bodies.ts';
import { anyVictim, ownPools, orderCalls, pools, providerEvent, realOrder } from './fields.ts';
import {
  contentTypes,
  hostileHeaders,
  hostileHosts,
  methods,
  pathTricks,
  queryTricks,
} from './hostile-requests.ts';
import { brokenJson } from './hostile-values.ts';

export interface Call {
  operation: Operation;
  method: string;
  path: string;
}

/** A request with marks; `encoding` says how its text becomes bytes. */
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
   * Whether a part of it is bent, broken, forged or somebody else's. A step that should be hostile but has no such part
   * does not count, though one of its valid texts may be hostile.
   */
  isHostile: boolean;
}

export function callsOf({ paths }: ApiDescription): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ operation, method: method.toUpperCase(), path })),
  );
}

/** The sane one, or now and then a hostile one instead. @param times how often as the hostile one */
const mostly = <Value>(
  isSane: boolean,
  times: number,
  sane: Arbitrary<Value>,
  hostile: Arbitrary<Value>,
): Arbitrary<Value> => (isSane ? sane : oneOf([times, sane], [1, hostile]));

/** Whether this call has an idempotency key. */
const isKeyed = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ name: header }) => header === idempotencyHeader);

function bodyValue(call: Call, root: JsonSchema, isSane: boolean): Arbitrary<Json> | null {
  const { operation } = call;
  const content = operation.requestBody?.content ?? {};
  const schema = Object.values(content)[0]?.schema;
  if (!schema) return null;
  const free = fitting(schema, root, isSane ? ownPools(call) : pools);
  if (operation.operationId === 'webhook') return fc.oneof(providerEvent, free);
  return orderCalls.has(operation.operationId) ? oneOf([5, realOrder], [1, free]) : free;
}

interface Bent {
  text: string;
  isBent: boolean;
}

const plainly = (text: string): Bent => ({ text, isBent: false });
const bent = (text: string): Bent => ({ text, isBent: true });
const tooMuch = (size: number) => bent(`{"more":"${'x'.repeat(size)}"}`);

function bodyText(call: Call, root: JsonSchema, isSane: boolean): Arbitrary<Bent | null> {
  const value = bodyValue(call, root, isSane);
  if (!value) return fc.constant(null);
  const fit = value.map(textOfJson).map(plainly);
  if (isSane) return fit;
  return oneOf(
    [8, fit],
    [28, broken(value).map(bent)],
    [4, fc.constantFrom(...brokenJson).map(bent)],
    [3, value.map(asForm).map(bent)],
    [1, fc.constantFrom(65_600, 65_600, 65_600, 300_000).map(tooMuch)],
  );
}

function asForm(value: Json): string {
  const fields = Object.entries(value !== null && typeof value === 'object' ? value : {});
  return new URLSearchParams(fields.map(([key, of]) => [key, String(of)]))
    .toString()
    .replaceAll('%C2%A7', '§');
}

/** A valid query. */
function queryOf({ operation, method, path }: Call, root: JsonSchema, isSane = true): Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const valueFor = ({ name, schema }: (typeof parameters)[number]) =>
    isSane
      ? fitting(schema, root, ownPools({ operation, method, path }), name)
      : oneOf([3, fitting(schema, root, pools, name)], [1, hostileText]);
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
  return oneOf([2, fit], [1, tricks]);
}

/** What an attacker sends as a session token. */
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

/** A new key places another order; `giveUp` mostly names the previous request. */
const keyOf = ({ operationId }: Operation): Arbitrary<string> =>
  orderCalls.has(operationId) ? fc.uuid() : fc.oneof(fc.constant('§own.key§'), fc.uuid());

type Headers = Step['headers'];

function headersOf({ operation }: Call, isSane: boolean): Arbitrary<{ headers: Headers; isBent: boolean }> {
  const own = fc.constant<Headers>([[tokenHeader, '§own.token§']]);
  const none = fc.constant<Headers>([]);
  const wantsToken = operation.security.length > 0;
  const tokens = mostly(isSane, 2, wantsToken ? own : none, fc.oneof(hostileTokens, own));
  const keys = isKeyed(operation)
    ? mostly(
        isSane,
        5,
        keyOf(operation),
        fc.constantFrom('§victim.key.0§', '', 'short', 'x'.repeat(70), '../x', '__proto__'),
      )
    : fc.constant(null);
  const more = mostly(
    isSane,
    2,
    none,
    fc.array(fc.constantFrom(...hostileHeaders), { minLength: 1, maxLength: 3 }),
  );
  const hosts = mostly(isSane, 30, fc.constant('shop.example'), fc.constantFrom(...hostileHosts));
  const types = mostly(isSane, 6, fc.constant('application/json'), fc.constantFrom(...contentTypes));
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

function addressesOf({ path }: Call): string[] {
  return path.includes('{') ? ['razorpay', 'stripe'].map((id) => path.replace('{provider}', id)) : [path];
}

/** @param isSane whether a shopper’s own browser might send it */
export function stepOf(call: Call, root: JsonSchema, isSane = false): Arbitrary<Step> {
  const { operation, method } = call;
  const filled = fc.constantFrom(...addressesOf(call));
  const bentPaths = fc.tuple(filled, fc.constantFrom(...pathTricks)).map(([to, trick]) => trick(to));
  const isWebhook = operation.operationId === 'webhook';
  return fc
    .record({
      verb: mostly(isSane, 16, fc.constant(method), fc.constantFrom(...methods)),
      to: mostly(isSane, 14, filled, bentPaths),
      query: isSane ? queryOf(call, root).map(plainly) : queryText(call, root),
      dressed: headersOf(call, isSane),
      body: bodyText(call, root, isSane),
      encoding: mostly<Step['encoding']>(
        isSane,
        30,
        fc.constant('utf8'),
        fc.constantFrom('utf16le', 'latin1', 'gzip', 'gzip-told', 'cut'),
      ),
      signed: isWebhook && !isSane ? fc.boolean() : fc.constant(isWebhook),
    })
    .map(({ verb, to, query, dressed, body, encoding, signed }) => ({
      call: operation.operationId,
      method: verb,
      headers: dressed.headers,
      encoding,
      signed,
      isSane,
      target: query.text === '' ? to : `${to}?${query.text}`,
      body: verb === 'TRACE' || body === null ? null : body.text,
      isHostile:
        verb !== method ||
        !addressesOf(call).includes(to) ||
        [query, dressed, body].some((part) => part?.isBent) ||
        encoding !== 'utf8' ||
        signed !== isWebhook ||
        `${query.text}${body?.text}`.includes('§victim.'),
    }));
}
