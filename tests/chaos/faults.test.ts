import { expect, test } from 'vitest';
import { chanceOf } from './faults/random.ts';
import { runFaults } from './faults/run.ts';

test('nothing is lost, doubled or untrue while everything fails for a few seconds', async () => {
  const outcome = await runFaults({ seed: 'small', seconds: 3, crowd: 4, hosts: 2, lookMs: 100 });
  expect(outcome.findings.filter(({ broken }) => broken.length > 0)).toEqual([]);
  expect(outcome.witness.told.length).toBeGreaterThan(0);
  expect(outcome.witness.afterwards).toHaveLength(3);
  expect(outcome.faults.length).toBeGreaterThan(0);
}, 120_000);

test('the same seed plans the same', () => {
  const row = (seed: string) => {
    const chance = chanceOf(seed).fork('plan');
    return [chance.next(), chance.between(1, 9), ...chance.shuffled(['a', 'b', 'c'])];
  };
  expect(row('one')).toEqual(row('one'));
  expect(row('one')).not.toEqual(row('two'));
});
