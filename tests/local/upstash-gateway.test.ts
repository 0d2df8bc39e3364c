import process from 'node:process';
import { beforeEach, expect, test } from 'vitest';
import { connect, flush } from '../support/redis.ts';

const redis = connect();
const raw = connect({ automaticDeserialization: false });

beforeEach(flush);

/** The whole answer, as a client in any other language would see it. */
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

/** Each step after the other; the answer of the last. */
async function inOrder(prepare: () => Promise<unknown>, ask: () => Promise<unknown>): Promise<unknown> {
  await prepare();
  return ask();
}

const COMMANDS: [title: string, run: () => Promise<unknown>, answer: unknown][] = [
  ['SET answers OK', () => redis.set('a', 'b'), 'OK'],
  ['GET of nothing is null', () => redis.get('none'), null],
  [
    'GET gives back an object',
    () =>
      inOrder(
        () => redis.set('a', { n: 1, s: '₹' }),
        () => redis.get('a'),
      ),
    { n: 1, s: '₹' },
  ],
  [
    'an empty string stays one',
    () =>
      inOrder(
        () => raw.set('a', ''),
        () => raw.get('a'),
      ),
    '',
  ],
  [
    'the value "OK" stays a value',
    () =>
      inOrder(
        () => raw.set('a', 'OK'),
        () => raw.get('a'),
      ),
    'OK',
  ],
  [
    'a value that looks like base64 is kept',
    () =>
      inOrder(
        () => raw.set('a', 'T0s='),
        () => raw.get('a'),
      ),
    'T0s=',
  ],
  [
    'Hindi, emoji and line breaks are kept',
    () =>
      inOrder(
        () => raw.set('a', 'ताना 🧵\r\n"x"'),
        () => raw.get('a'),
      ),
    'ताना 🧵\r\n"x"',
  ],
  [
    'a NUL character is kept',
    () =>
      inOrder(
        () => raw.set('a', 'a\0b'),
        () => raw.get('a'),
      ),
    'a\0b',
  ],
  [
    'a PIN code stays text without deserialization',
    () =>
      inOrder(
        () => raw.set('a', '110001'),
        () => raw.get('a'),
      ),
    '110001',
  ],
  [
    'SET NX refuses the second',
    () =>
      inOrder(
        () => redis.set('a', 1),
        () => redis.set('a', 2, { nx: true }),
      ),
    null,
  ],
  [
    'SET EX gives a time to live',
    () =>
      inOrder(
        () => redis.set('a', 1, { ex: 60 }),
        () => redis.ttl('a'),
      ),
    60,
  ],
  [
    'INCRBY counts',
    () =>
      inOrder(
        () => redis.incrby('n', 5),
        () => redis.incr('n'),
      ),
    6,
  ],
  [
    'MGET keeps its gaps',
    () =>
      inOrder(
        () => redis.set('a', 'x'),
        () => redis.mget('a', 'none'),
      ),
    ['x', null],
  ],
  [
    'EXISTS and DEL count keys',
    () =>
      inOrder(
        () => redis.set('a', 1),
        async () => [await redis.exists('a'), await redis.del('a', 'b')],
      ),
    [1, 1],
  ],
  [
    'TYPE answers a word',
    () =>
      inOrder(
        () => redis.set('a', 1),
        () => redis.type('a'),
      ),
    'string',
  ],
  ['PING answers PONG', () => redis.ping(), 'PONG'],
  [
    'HGETALL gives an object',
    () =>
      inOrder(
        () => redis.hset('h', { a: 1, b: 'two' }),
        () => redis.hgetall('h'),
      ),
    { a: 1, b: 'two' },
  ],
  ['HGETALL of nothing is null', () => redis.hgetall('none'), null],
  [
    'HMGET keeps its gaps',
    () =>
      inOrder(
        () => redis.hset('h', { a: 1 }),
        () => redis.hmget('h', 'a', 'b'),
      ),
    { a: 1, b: null },
  ],
  ['HINCRBY counts below zero', () => redis.hincrby('h', 'n', -2), -2],
  [
    'HSCAN walks',
    () =>
      inOrder(
        () => redis.hset('h', { a: 1 }),
        () => redis.hscan('h', 0),
      ),
    ['0', ['a', 1]],
  ],
  [
    'ZRANGE with scores keeps order',
    () =>
      inOrder(
        () => redis.zadd('z', { score: 2, member: 'b' }, { score: 1, member: 'a' }),
        () => redis.zrange('z', 0, -1, { withScores: true }),
      ),
    ['a', 1, 'b', 2],
  ],
  [
    'ZRANGE by score reads a window',
    () =>
      inOrder(
        () => redis.zadd('z', { score: 2, member: 'b' }, { score: 9, member: 'c' }),
        () => redis.zrange('z', 0, 5, { byScore: true }),
      ),
    ['b'],
  ],
  [
    'ZSCORE reads a fraction',
    () =>
      inOrder(
        () => redis.zadd('z', { score: 1.5, member: 'a' }),
        () => redis.zscore('z', 'a'),
      ),
    1.5,
  ],
  [
    'SMEMBERS gives members',
    () =>
      inOrder(
        () => redis.sadd('s', 'a'),
        () => redis.smembers('s'),
      ),
    ['a'],
  ],
  [
    'LRANGE gives a list',
    () =>
      inOrder(
        () => redis.rpush<unknown>('l', 'a', { b: 1 }),
        () => redis.lrange('l', 0, -1),
      ),
    ['a', { b: 1 }],
  ],
  [
    'SCAN walks',
    () =>
      inOrder(
        () => redis.set('a', 1),
        () => redis.scan('0', { match: 'a*' }),
      ),
    ['0', ['a']],
  ],
  [
    'EVAL gets KEYS and ARGV',
    () => redis.eval('return {KEYS[1], ARGV[1], #ARGV, false}', ['k'], ['ü', '2']),
    ['k', 'ü', 2, null],
  ],
  [
    'EVAL gives nested lists',
    () => redis.eval('return {{"OK", 1}, {"b", {"c"}}}', [], []),
    [
      ['OK', 1],
      ['b', ['c']],
    ],
  ],
  ['EVAL gives a status', () => redis.eval('return redis.status_reply("OK")', [], []), 'OK'],
];

test.each(COMMANDS)('%s', async (_title, run, answer) => {
  expect(await run()).toEqual(answer);
});

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

test('a transaction keeps what came before a command that failed', async () => {
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

test('an error inside Lua reaches the caller with its own words', async () => {
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
  ['writes one by pcall', "return redis.pcall('DEL', ARGV[1])", [], /declare the key b/],
  ['walks the whole database', "return redis.call('SCAN', '0')", ['a'], /must not call SCAN/],
  ['empties the database', "redis.call('FLUSHDB')", ['a'], /must not call FLUSHDB/],
  ['calls what there is not', "redis.call('NOSUCH', KEYS[1])", ['a'], /Unknown Redis command/],
  ['calls with too few words', "redis.call('SET', KEYS[1])", ['a'], /Wrong number of args/],
])('a script that %s is refused and changes nothing', async (_title, lua, keys, message) => {
  await redis.set('a', 'before');
  const flag = '#!lua flags=allow-key-locking\n';
  await expect(redis.eval(lua, keys, ['b'])).rejects.toThrow(message);
  await expect(redis.eval(flag + lua, keys, ['b'])).rejects.toThrow(message);
  expect(await redis.keys('*')).toEqual(['a']);
});

test('a script may touch what it declared, and ask for the time', async () => {
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

test('every path asks for the token', async () => {
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

test('strings are plain unless the request asks for base64', async () => {
  await redis.set('a', 'é');
  expect(await post('/', '["GET","a"]')).toEqual([200, { result: 'é' }]);
  expect(await post('/', '["GET","a"]', { 'upstash-encoding': 'base64' })).toEqual([200, { result: 'w6k=' }]);
  expect(await post('/', '["SET","a",true]', { 'upstash-encoding': 'base64' })).toEqual([
    200,
    { result: 'OK' },
  ]);
});

test('every answer carries a sync token', async () => {
  const response = await fetch(`${process.env['UPSTASH_REDIS_REST_URL']}`, {
    method: 'POST',
    body: '["PING"]',
  });
  expect(response.headers.get('upstash-sync-token')).toBeTruthy();
});
