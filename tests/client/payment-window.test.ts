import { beforeEach, expect, test, vi } from 'vitest';
import { isInAppBrowser } from '../../src/client/in-app-browser.ts';
import type { WindowRequest } from '../../src/client/payment-window.ts';
import { eventually } from '../support/eventually.ts';

/** The options that this shop passes to Razorpay's window. */
interface Options {
  handler?: (receipt: unknown) => void;
  modal: { ondismiss: () => void };
  [option: string]: unknown;
}

const request: WindowRequest = {
  key: 'rzp_test_key',
  order: { id: 'order_1', amount: 2609_00, currency: 'INR', receipt: 'ABCDEF' },
  checkoutUrl: 'https://checkout.example/v1/checkout.js',
  callbackUrl: 'https://shop.example/callback',
  name: 'Taana',
  description: 'Order ABCDEF',
  prefill: { email: 'asha@example.com' },
};
const CHROME = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const INSTAGRAM = 'Mozilla/5.0 (Linux; Android 14; wv) Chrome/130.0 Mobile Safari/537.36 Instagram 300.0';

interface FakeScript {
  src: string;
  onload: () => void;
  onerror: () => void;
  remove: () => void;
}
const opened = vi.fn();
let scripts: FakeScript[];
let pageHides: () => void;
let razorpay: {
  options: Options;
  isOpen: boolean;
  isClosed: boolean;
  fails: (failure: object) => void;
} | null;

class FakeRazorpay {
  #failed: (failure: object) => void = () => undefined;
  constructor(options: Options) {
    razorpay = { options, isOpen: false, isClosed: false, fails: (failure) => this.#failed(failure) };
  }
  open() {
    if (razorpay) razorpay.isOpen = true;
  }
  close() {
    if (razorpay) razorpay.isClosed = true;
  }
  on(_event: string, listener: (failure: object) => void) {
    this.#failed = listener;
  }
}

beforeEach(() => {
  vi.resetModules();
  opened.mockClear();
  scripts = [];
  razorpay = null;
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', { userAgent: CHROME });
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => {
    pageHides = listener;
  });
  vi.stubGlobal('document', {
    createElement: () => ({ remove: vi.fn() }),
    head: { append: (script: FakeScript) => scripts.push(script) },
  });
});

const scriptArrives = () => {
  vi.stubGlobal('window', { Razorpay: FakeRazorpay });
  scripts.at(-1)?.onload();
};

/** The open window. */
const open = async (userAgent = CHROME) => {
  vi.stubGlobal('navigator', { userAgent });
  const { openPaymentWindow } = await import('../../src/client/payment-window.ts');
  const outcome = openPaymentWindow(request, opened);
  scriptArrives();
  await eventually(() => expect(razorpay?.isOpen).toBe(true));
  if (!razorpay) throw new Error('No window');
  return { outcome, window: razorpay };
};

test('the window gets amount, payer and time limit', async () => {
  const { window } = await open();
  expect(scripts.map(({ src }) => src)).toEqual(['https://checkout.example/v1/checkout.js']);
  expect(window.options).toMatchObject({
    key: 'rzp_test_key',
    order_id: 'order_1',
    amount: 2609_00,
    currency: 'INR',
    name: 'Taana',
    description: 'Order ABCDEF',
    prefill: { email: 'asha@example.com' },
    notes: { receipt: 'ABCDEF' },
    timeout: 900,
    retry: { enabled: false },
    modal: { confirm_close: true },
  });
  expect(window.options).not.toHaveProperty('redirect');
});

test('a payment returns its receipt', async () => {
  const { outcome, window } = await open();
  const receipt = { razorpay_order_id: 'order_1', razorpay_payment_id: 'p', razorpay_signature: 's' };
  window.options.handler?.(receipt);
  expect(await outcome).toEqual({ outcome: 'paid', receipt });
});

test('a closed window is reported as closed', async () => {
  const { outcome, window } = await open();
  expect(opened).toHaveBeenCalledOnce();
  window.options.modal.ondismiss();
  expect(await outcome).toEqual({ outcome: 'closed' });
});

test('a failure that closes the window is a failure', async () => {
  const { outcome, window } = await open();
  window.fails({ error: { description: 'The bank declined it.' } });
  window.options.modal.ondismiss();
  expect(await outcome).toEqual({ outcome: 'failed', description: 'The bank declined it.' });
});

test('a failure in an open window is shown for a moment, and then the window closes', async () => {
  const { outcome, window } = await open();
  vi.useFakeTimers();
  window.fails({});
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  expect(await outcome).toEqual({ outcome: 'failed', description: '' });
  expect(window.isClosed).toBe(true);
});

test('a page inside an app pays by a redirect', async () => {
  const { outcome, window } = await open(INSTAGRAM);
  expect(window.options).toMatchObject({ redirect: true, callback_url: 'https://shop.example/callback' });
  expect(window.options).not.toHaveProperty('handler');
  pageHides();
  expect(await outcome).toEqual({ outcome: 'elsewhere' });
});

test('a blocked script blocks the window, and the next attempt requests it again', async () => {
  const { openPaymentWindow } = await import('../../src/client/payment-window.ts');
  const first = openPaymentWindow(request, opened);
  scripts[0]?.onerror();
  expect(await first).toEqual({ outcome: 'blocked' });
  expect(opened).not.toHaveBeenCalled();
  expect(scripts[0]?.remove).toHaveBeenCalled();
  void openPaymentWindow(request, opened);
  scriptArrives();
  await eventually(() => expect(razorpay?.isOpen).toBe(true));
  expect(scripts).toHaveLength(2);
});

test('a script that does not load in 15 seconds blocks the window', async () => {
  vi.useFakeTimers();
  const { openPaymentWindow } = await import('../../src/client/payment-window.ts');
  const outcome = openPaymentWindow(request, opened);
  await vi.advanceTimersByTimeAsync(15_000);
  vi.useRealTimers();
  expect(await outcome).toEqual({ outcome: 'blocked' });
});

test('a script that is not Razorpay’s, or rejects its options, blocks the window', async () => {
  const { openPaymentWindow } = await import('../../src/client/payment-window.ts');
  const outcome = openPaymentWindow(request, opened);
  scripts[0]?.onload();
  expect(await outcome).toEqual({ outcome: 'blocked' });
  vi.stubGlobal('window', {
    Razorpay: class {
      constructor() {
        throw new Error('Invalid key');
      }
    },
  });
  expect(await openPaymentWindow(request, opened)).toEqual({ outcome: 'blocked' });
});

test('the script is fetched once per page', async () => {
  const { window } = await open();
  window.options.modal.ondismiss();
  const { openPaymentWindow } = await import('../../src/client/payment-window.ts');
  void openPaymentWindow(request, opened);
  await eventually(() => expect(razorpay).not.toBe(window));
  expect(scripts).toHaveLength(1);
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  ['Instagram', INSTAGRAM],
  ['Facebook', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]`],
  ['Line', `${IPHONE} Mobile/15E148 Safari Line/14.0`],
  ['Snapchat', `${CHROME} Snapchat/13.0`],
  ['any Android app', 'Mozilla/5.0 (Linux; Android 13; SM-A155F; wv) Chrome/130.0 Mobile Safari/537.36'],
  ['any app on an iPhone', `${IPHONE} Mobile/15E148`],
  [
    'any app on an iPad',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  ],
])('%s shows the shop in a web view', (_app, userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(true);
});

test.each([
  ['Chrome on Android', CHROME],
  ['Safari on an iPhone', `${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`],
  ['Chrome on an iPhone', `${IPHONE} CriOS/130.0 Mobile/15E148 Safari/604.1`],
  ['Firefox on an iPhone', `${IPHONE} FxiOS/130.0 Mobile/15E148 Safari/605.1.15`],
  [
    'Samsung’s browser',
    'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36',
  ],
  ['Chrome on a Mac', 'Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'],
  ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; rv:131.0) Gecko/20100101 Firefox/131.0'],
])('%s is a full browser', (_browser, userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(false);
});
