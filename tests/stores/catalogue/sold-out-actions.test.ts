import { describe, expect, test } from 'vitest';
import { earlyOrderMessages, notifyMessages } from '../../../src/contract/messages/catalogue.ts';
import { late, ok, openBrowser, signIn, useBrowser } from '../fake-browser.ts';
import { openStores } from '../open-stores.ts';

/** What a shopper asks for at a product that cannot be bought: an email when a size is back, or an early order. */
const browser = useBrowser(() => openBrowser('/product/old-tee'));

const open = () => openStores('catalogue', 'page');
type Stores = Awaited<ReturnType<typeof open>>;

describe.each([
  ['notifyMe', notifyMessages.failed, ({ askToBeNotified }: Stores) => askToBeNotified('old-tee', 'M')],
  [
    'earlyOrder',
    earlyOrderMessages.failed,
    ({ registerInterest }: Stores) => registerInterest('old-tee', 'M'),
  ],
] as const)('%s', (onReturn, failed, ask) => {
  test('of a visitor goes to /login, which returns to the product and the size', async () => {
    await ask(await open());
    expect(browser.opened).toEqual([{ how: 'assign', path: '/login' }]);
    const state = { from: '/product/old-tee', onReturn: { [onReturn]: 'M' } };
    expect(JSON.parse(browser.tab.get('taana-navigation:/login') ?? '')).toEqual(state);
    expect(browser.asked).toEqual([]);
  });

  test('in a session without an email is not sent to /login, which would send it back forever', async () => {
    browser.localStorage['token'] = 't0ken';
    const stores = await open();
    await ask(stores);
    expect([browser.opened, stores.$toasts.get()]).toMatchObject([[], [{ kind: 'error', text: failed }]]);
  });

  test('is asked for once by two taps, and again after a failure, which shows a message', async () => {
    signIn(browser);
    const answer = late<void>();
    const saved = async () => {
      await answer.promise;
      return { ...ok, message: '' };
    };
    browser.says('notify.check', () => ({ ...ok, alreadyNotified: false }));
    browser.says('notify', saved);
    browser.says('product.early-order-interest', saved);
    const stores = await open();
    browser.network.isUp = false;
    await ask(stores);
    expect(stores.$toasts.get()).toMatchObject([{ kind: 'error', text: failed }]);
    browser.network.isUp = true;
    const taps = [ask(stores), ask(stores)];
    answer.resolve();
    await Promise.all(taps);
    expect(browser.namesAsked().filter((name) => name !== 'notify.check')).toHaveLength(1);
  });
});
