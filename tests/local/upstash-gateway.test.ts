import process from 'node:process';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect, flush } from '../support/redis.ts';
import { fetchOverHttp } from '../support/redis-in-worker.ts';

// Answers over HTTP, as the local shop does.
beforeEach(() => void vi.stubGlobal('fetch', fetchOverHttp));

const redis = connect();
const raw = connect({ automaticDeserialization: false });

beforeEach(flush);

/** The whole answer, as any client sees it. */
async function post(
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<[number, unknown]> {
  const response = await fetch(`${process.env['UPSTASH_REDIS_REST_URL']}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${process.env['UPSTASH_REDIS_REST_TOKEN']}`, ...headers },
    body,
  });
  return [response.status, await response.json()];
}

type Step = [command: string, ...words: unknown[]];

/** Runs commands in order. @returns the last answer, as the client returns it */
async function run(client: unknown, ...steps: Step[]): Promise<unknown> {
  const commands = client as Record<string, (...words: unknown[]) => Promise<unknown>>;
  let answer: unknown;
  for (const [command, ...words] of steps) answer = await commands[command]?.(...words);
  return answer;
}

test.each<[title: string, steps: Step[], answer: unknown]>([
  ['SET answers OK', [['set', 'a', 'b']], 'OK'],
  ['GET of nothing is null', [['get', 'none']], null],
  [
    'GET gives back an object',
    [
      ['set', 'a', { n: 1, s: '₹' }],
      ['get', 'a'],
    ],
    { n: 1, s: '₹' },
  ],
  [
    'SET NX refuses the second',
    [
      ['set', 'a', 1],
      ['set', 'a', 2, { nx: true }],
    ],
    null,
  ],
  [
    'MGET keeps its gaps',
    [
      ['set', 'a', 'x'],
      ['mget', 'a', 'none'],
    ],
    ['x', null],
  ],
  [
    'HGETALL gives an object',
    [
      ['hset', 'h', { a: 1, b: 'two' }],
      ['hgetall', 'h'],
    ],
    { a: 1, b: 'two' },
  ],
  ['HGETALL of nothing is null', [['hgetall', 'none']], null],
  [
    'HMGET keeps its gaps',
    [
      ['hset', 'h', { a: 1 }],
      ['hmget', 'h', 'a', 'b'],
    ],
    { a: 1, b: null },
  ],
  [
    'HSCAN walks',
    [
      ['hset', 'h', { a: 1 }],
      ['hscan', 'h', 0],
    ],
    ['0', ['a', 1]],
  ],
  [
    'ZRANGE with scores keeps the order',
    [
      ['zadd', 'z', { score: 2, member: 'b' }, { score: 1.5, member: 'a' }],
      ['zrange', 'z', 0, -1, { withScores: true }],
    ],
    ['a', 1.5, 'b', 2],
  ],
  [
    'LRANGE gives a list',
    [
      ['rpush', 'l', 'a', { b: 1 }],
      ['lrange', 'l', 0, -1],
    ],
    ['a', { b: 1 }],
  ],
  [
    'EVAL gets KEYS and ARGV',
    [['eval', 'return {KEYS[1], ARGV[1], #ARGV, false}', ['k'], ['ü', '2']]],
    ['k', 'ü', 2, null],
  ],
  [
    'EVAL gives nested lists',
    [['eval', 'return {{"OK", 1}, {"b", {"c"}}}', [], []]],
    [
      ['OK', 1],
      ['b', ['c']],
    ],
  ],
  ['EVAL gives a status', [['eval', 'return redis.status_reply("OK")', [], []]], 'OK'],
])('%s', async (_title, steps, answer) => {
  expect(await run(redis, ...steps)).toEqual(answer);
});

test.each(['', 'OK', 'T0s=', 'ताना 🧵\r\n"x"', 'a\0b', '110001'])(
  'the text %j is kept as it is',
  async (text) => {
    expect(await run(raw, ['set', 'a', text], ['get', 'a'])).toBe(text);
  },
);

test('a pipeline answers in order', async () => {
  expect(await redis.pipeline().set('a', 1).get('a').hgetall('none').exec()).toEqual(['OK', 1, null]);
});

test('a pipeline reports the one command that failed and runs the others', async () => {
  const outcome = await redis.pipeline().set('a', 'x').lpush('a', 'y').get('a').exec({ keepErrors: true });
  expect(outcome.map(({ result }) => result)).toEqual(['OK', undefined, 'x']);
  expect(outcome[1]?.error).toMatch(/^WRONGTYPE/);
});

test('a transaction answers in order', async () => {
  expect(await redis.multi().set('a', 1).incr('a').get('a').exec()).toEqual(['OK', 2, 2]);
});

test('a transaction keeps the commands before a failed one', async () => {
  await expect(redis.multi().set('a', 'x').lpush('a', 'y').exec()).rejects.toThrow(/WRONGTYPE/);
  expect(await redis.get('a')).toBe('x');
});

test('a transaction with a malformed command does nothing', async () => {
  await redis.set('a', 'before');
  const [status, body] = await post('/multi-exec', '[["SET","a","after"],["SET","a"]]');
  expect([status, body]).toEqual([400, { error: expect.stringMatching(/^EXECABORT/) }]);
  expect(await redis.get('a')).toBe('before');
});

test('transactions sent at the same time never mix', async () => {
  const runs = Array.from({ length: 30 }, (_, n) => redis.multi().set('a', n).incr('a').get('a').exec());
  const outcomes = await Promise.all(runs);
  expect(outcomes.map((outcome) => outcome[2])).toEqual(outcomes.map((_, n) => n + 1));
});

test('an error inside Lua reaches the caller with its own text', async () => {
  await expect(redis.eval('return redis.error_reply("SOLD_OUT shirt")', [], [])).rejects.toThrow(
    /SOLD_OUT shirt/,
  );
  await expect(redis.eval('error("broken")', [], [])).rejects.toThrow(/broken/);
  await expect(redis.eval('return +', [], [])).rejects.toThrow(/compiling/);
});

test('a script runs by its hash, and by its text when the hash is unknown', async () => {
  const script = redis.createScript<string>(`return ARGV[1] .. '${crypto.randomUUID()}'`);
  expect(await script.exec([], ['a'])).toMatch(/^a/);
  expect(await script.exec([], ['b'])).toMatch(/^b/);
});

test("a script with Upstash's own flag runs, also by the hash of the text the client sent", async () => {
  const script = redis.createScript<number>(
    `#!lua flags=allow-key-locking\nreturn 7 -- ${crypto.randomUUID()}`,
  );
  expect([await script.exec([], []), await script.exec([], [])]).toEqual([7, 7]);
  await expect(redis.evalsha(script.sha1, [], [])).resolves.toBe(7);
});

test.each([
  [
    'writes a key that it did not declare',
    "redis.call('SET', KEYS[1] .. ':b', 1)",
    ['a'],
    /declare the key a:b/,
  ],
  [
    'reads one of two that it did not declare',
    "redis.call('MGET', KEYS[1], 'b')",
    ['a'],
    /declare the key b/,
  ],
  ['renames to one', "redis.call('rename', KEYS[1], ARGV[1])", ['a'], /declare the key b/],
  ['writes one with pcall', "return redis.pcall('DEL', ARGV[1])", [], /declare the key b/],
  ['scans the whole database', "return redis.call('SCAN', '0')", ['a'], /must not call SCAN/],
  ['empties the database', "redis.call('FLUSHDB')", ['a'], /must not call FLUSHDB/],
  ['calls an unknown command', "redis.call('NOSUCH', KEYS[1])", ['a'], /Unknown Redis command/],
  ['calls with too few arguments', "redis.call('SET', KEYS[1])", ['a'], /Wrong number of args/],
])('a script that %s is refused and changes nothing', async (_title, lua, keys, message) => {
  await redis.set('a', 'before');
  const flag = '#!lua flags=allow-key-locking\n';
  await expect(redis.eval(lua, keys, ['b'])).rejects.toThrow(message);
  await expect(redis.eval(flag + lua, keys, ['b'])).rejects.toThrow(message);
  expect(await redis.keys('*')).toEqual(['a']);
});

test('a script may use its declared keys, and read the time', async () => {
  const lua = `#!lua flags=allow-key-locking
    redis.call('TIME')
    redis.call('set', KEYS[1], ARGV[1], 'PX', 60000)
    redis.call('RENAME', KEYS[1], KEYS[2])
    return { redis.pcall('MGET', KEYS[2], KEYS[1]), redis.sha1hex(''), cjson.encode({ 1 }) }`;
  expect(await redis.eval(lua, ['a', 'b'], ['ü'])).toEqual([
    ['ü', null],
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    [1],
  ]);
});

test('an error names the line of the script as it was written', async () => {
  await expect(redis.eval('#!lua flags=allow-key-locking\n\nerror("broken")', [], [])).rejects.toThrow(/:3:/);
});

test('every path requires the token', async () => {
  for (const path of ['/', '/pipeline', '/multi-exec']) {
    for (const authorization of ['Bearer wrong', 'test-1', '']) {
      expect(await post(path, '[["PING"]]', { authorization })).toEqual([
        401,
        { error: expect.stringMatching(/^WRONGPASS/) },
      ]);
    }
  }
  await expect(connect({ token: 'wrong' }).get('a')).rejects.toThrow(/WRONGPASS/);
});

test('two tokens never see the same keys', async () => {
  const neighbour = connect({ token: 'test-99' });
  await redis.set('a', 1);
  expect(await neighbour.get('a')).toBeNull();
  await neighbour.flushall();
  expect(await redis.get('a')).toBe(1);
});

test.each([
  ['/', 'not json', 400, /parse the body/],
  ['/', '{}', 400, /parse command/],
  ['/', '[]', 400, /parse command/],
  ['/', '["SET","a",{"b":1}]', 400, /every argument/],
  ['/', '["SET","a",null]', 400, /every argument/],
  ['/', '["NOSUCH"]', 400, /unknown command/],
  ['/', '["SELECT","1"]', 400, /not available: 'SELECT'/],
  ['/', '["shutdown"]', 400, /not available: 'SHUTDOWN'/],
  ['/pipeline', '["GET","a"]', 400, /parse command/],
  ['/pipeline', '[]', 400, /parse pipeline/],
  ['/multi-exec', '[["SUBSCRIBE","a"]]', 400, /not available: 'SUBSCRIBE'/],
  ['/get/a', '', 404, /not served here/],
])('a request to %s with the body %s is refused', async (path, body, status, message) => {
  expect(await post(path, body)).toEqual([status, { error: expect.stringMatching(message) }]);
});
