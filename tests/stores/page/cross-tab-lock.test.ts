import { beforeEach, expect, test, vi } from 'vitest';
import { late } from '../fake-browser.ts';
import { eventually } from '../../support/eventually.ts';

/** Another tab has its own modules and shares the browser's locks. */
async function openTab() {
  vi.resetModules();
  return (await import('../../../src/stores/page/cross-tab-lock.ts')).crossTabLock;
}

let done: string[];
beforeEach(() => {
  done = [];
});

const noting = (name: string, until?: Promise<void>) => async () => {
  done.push(`${name} begins`);
  await until;
  done.push(`${name} ends`);
  return name;
};

test('two tabs with the same lock run one after the other', async () => {
  const [mine, theirs] = [(await openTab())('cart'), (await openTab())('cart')];
  const answer = late<void>();
  const first = mine(noting('mine', answer.promise));
  await eventually(() => expect(done).toEqual(['mine begins']));
  const second = theirs(noting('theirs'));
  answer.resolve();
  expect(await Promise.all([first, second])).toEqual(['mine', 'theirs']);
  expect(done).toEqual(['mine begins', 'mine ends', 'theirs begins', 'theirs ends']);
});

test('another lock does not wait', async () => {
  const turnsAbout = await openTab();
  const answer = late<void>();
  const first = turnsAbout('cart')(noting('cart', answer.promise));
  await turnsAbout('wishlist')(noting('wishlist'));
  answer.resolve();
  await first;
  expect(done).toEqual(['cart begins', 'wishlist begins', 'wishlist ends', 'cart ends']);
});

test('a failure reaches only its caller, and the next one runs', async () => {
  const inTurn = (await openTab())('cart');
  const failed = inTurn(() => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(await inTurn(noting('next'))).toBe('next');
});

test('in a browser without locks, a tab still runs its own work in sequence', async () => {
  vi.stubGlobal('navigator', {});
  const inTurn = (await openTab())('cart');
  await Promise.all([inTurn(noting('first')), inTurn(noting('second'))]);
  expect(done).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});
