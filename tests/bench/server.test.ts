import { expect, test } from 'vitest';
import { isMeant } from './server/repeatable-request.ts';
import { timesOf } from './server/load.ts';
import { type Found, mistakesOf, sectionOf } from './server/section.ts';
import { routes } from '../../src/contract/routes.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test('throughput is calls by the time in which only they ran, whatever each of them took', () => {
  expect(timesOf({ ms: upTo(50), wallMs: 250 }).perSecond).toBe(200);
});

test.each([
  [19, null, null],
  [20, expect.closeTo(19.05), null],
  [99, expect.closeTo(94.1), null],
  [100, expect.closeTo(95.05), expect.closeTo(99.01)],
])('of %i calls p95 is %s and p99 %s', (count, p95, p99) => {
  expect(timesOf({ ms: upTo(count), wallMs: 1 })).toMatchObject({ calls: count, p95, p99 });
});

test.each([
  [{ status: 200 }, true],
  [{ status: 429 }, false],
  [{ status: 204 }, false],
])('an answer of %o to a call that is meant to have 200: %s', (init, is) => {
  expect(isMeant(new Response(null, init), { status: 200 })).toBe(is);
});

test('a redirect must lead where it is meant to', () => {
  const to = (location: string) => new Response(null, { status: 303, headers: { location } });
  const meant = { status: 303, location: '/verify?success=true' };
  expect(isMeant(to('/verify?success=true&orderId=1'), meant)).toBe(true);
  expect(isMeant(to('/verify?success=false&orderId=1'), meant)).toBe(false);
});

const traffic = { trips: 1, commands: 1, bytesOut: 1, bytesIn: 1 };
const one = (title: string, route: string | null, room: string): Found['counted'][number] => ({
  ...{ title, route, room, isDear: false, meant: { status: 200 }, unexpected: [], headers: {} },
  ...{ untilAnswer: traffic, whole: traffic, withinScripts: 0, answerBytes: 1, cpuMs: 1 },
});

function everything(): Found {
  const counted = Object.keys(routes).map((name) => one(name, name, 'cart'));
  const times = { calls: 20, p50: 1, p95: 1, p99: null, perSecond: 1 };
  const cold = { name: 'cart', zipBytes: 1, unpackedBytes: 1, importMs: 1, importWorkMs: 1 };
  return {
    counted,
    timed: counted.map(({ title }) => ({ title, own: times, empty: times, unexpected: [] })),
    cold: [{ ...cold, packages: [], memoryBytes: 1 }],
    rooms: ['cart'],
  };
}

test('a run in which everything is measured and answered is whole', () => {
  expect(sectionOf(everything()).isWhole).toBe(true);
});

test('an answer that was not meant is told with its count, and the run is not whole', () => {
  const found = everything();
  found.timed.find(({ title }) => title === 'cart.add')?.unexpected.push('429', '429', '500');
  expect(mistakesOf(found).broken).toEqual(['cart.add: 2 × 429, 1 × 500']);
  expect(sectionOf(found).isWhole).toBe(false);
});

test('a route or a function that nobody measured is named, and the run is not whole', () => {
  const found = everything();
  const counted = found.counted.filter(({ route }) => route !== 'cart.add');
  const lacking = { ...found, counted, rooms: ['cart', 'newsletter-leave'] };
  expect(mistakesOf(lacking)).toMatchObject({
    routesLeftOut: ['cart.add'],
    functionsLeftOut: ['newsletter-leave'],
  });
  expect(sectionOf(lacking).isWhole).toBe(false);
});

test('a call of more than one round trip misses the aim, with a reason or without', () => {
  const found = everything();
  const more = (title: string) => ({ ...one(title, title, 'cart'), untilAnswer: { ...traffic, trips: 2 } });
  const counted = found.counted.map((call) =>
    ['cart.add', 'user.login'].includes(call.title) ? more(call.title) : call,
  );
  const { text } = sectionOf({ ...found, counted }).section;
  const aim = text.split('\n').find((line) => line.startsWith('| one Redis round trip a call'));
  expect(aim).toMatch(/of the others 1 have a reason below, and cart\.add none \| no \|$/);
});
