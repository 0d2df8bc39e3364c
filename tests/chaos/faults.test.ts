import { expect, test } from 'vitest';
import { compileStores, openBrowser } from './faults/browser.ts';
import { newClientLog } from './faults/client-log.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { runFaults } from './faults/run.ts';

test('no loss, duplicate or false message under faults', async () => {
  const outcome = await runFaults({ seed: 'small', seconds: 3, crowd: 4, hosts: 2, lookMs: 100 });
  expect(outcome.findings.filter(({ violations }) => violations.length > 0)).toEqual([]);
  expect(outcome.clientLog.calls.length).toBeGreaterThan(0);
  expect(outcome.clientLog.finalSales).toHaveLength(3);
  expect(outcome.faults.length).toBeGreaterThan(0);
});

test('one seed always gives the same random sequence', () => {
  const row = (seed: string) => {
    const random = seededRandom(seed).fork('plan');
    return [random.next(), random.between(1, 9), ...random.shuffled(['a', 'b', 'c'])];
  };
  expect(row('one')).toEqual(row('one'));
  expect(row('one')).not.toEqual(row('two'));
});

test('a page with a listener shows what another tab of its browser stores', async () => {
  const hosts = { call: async () => new Response() };
  const client = { hosts, clientLog: newClientLog(), network: () => undefined, checkAnswer: () => [] };
  const browser = openBrowser(1, { ...client, code: await compileStores() });
  const { $cart } = browser.shop();
  const stop = $cart.listen(() => {});
  browser.addOne('tee/M');
  browser.openBeside('/cart').shop.removeLine('tee', 'M');
  await expect.poll(() => $cart.get()).toEqual({});
  stop();
});
