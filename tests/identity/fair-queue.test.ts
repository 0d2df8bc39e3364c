import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QueueFull, fairQueue } from '../../netlify/identity/fair-queue.ts';

/** Tasks that end when the test says so, in the order in which they began. */
function pieces() {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const piece = (name: string) => () => {
    began.push(name);
    return new Promise<void>((end) => ends.push(end));
  };
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { began, piece, endOne };
}

test('a caller who floods the queue waits behind others', async () => {
  const inTurn = fairQueue(1, 50);
  const { began, piece, endOne } = pieces();
  const all = Array.from({ length: 20 }, (_, at) => inTurn('flood', piece(`flood ${at}`)));
  all.push(inTurn('shopper', piece('shopper')));
  while (began.length < 21) await endOne();
  await endOne();
  await Promise.all(all);
  expect(began.indexOf('shopper')).toBeLessThanOrEqual(2);
});

test('the limit is never exceeded, every task runs, and each caller’s tasks keep their order', async () => {
  const callers = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(callers, fc.integer({ min: 1, max: 4 }), async (asked, atOnce) => {
      const inTurn = fairQueue(atOnce, 100);
      let running = 0;
      let mostRunning = 0;
      const done: [string, number][] = [];
      await Promise.all(
        asked.map((caller, at) =>
          inTurn(caller, async () => {
            running += 1;
            mostRunning = Math.max(mostRunning, running);
            done.push([caller, at]);
            await new Promise(setImmediate);
            running -= 1;
          }),
        ),
      );
      expect(mostRunning).toBeLessThanOrEqual(atOnce);
      expect(done).toHaveLength(asked.length);
      for (const caller of new Set(asked)) {
        const own = done.flatMap(([who, at]) => (who === caller ? [at] : []));
        expect(own).toEqual(own.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 60 },
  );
});

test('a full queue rejects only its own caller', async () => {
  const inTurn = fairQueue(1, 2);
  const { piece, endOne } = pieces();
  const held = [1, 2, 3].map((at) => inTurn('flood', piece(`${at}`)));
  await expect(inTurn('flood', piece('4'))).rejects.toBeInstanceOf(QueueFull);
  held.push(inTurn('shopper', piece('shopper')));
  for (let at = 0; at < 4; at += 1) await endOne();
  await Promise.all(held);
});

test('a failed task frees its place', async () => {
  const inTurn = fairQueue(1, 2);
  const failing = inTurn('a', () => Promise.reject(new Error('no')));
  const after = inTurn('b', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe('done');
});
