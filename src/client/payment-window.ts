import { paymentWindowMs } from '../domain/config.ts';
import type { RazorpayCheckout, RazorpayReceipt } from '../contract/calls/payment.ts';
import { appendScript } from './load-script.ts';
import { isInAppBrowser } from './in-app-browser.ts';

/** The options of Razorpay's window that this shop uses. Amounts in paise; `timeout` in seconds. */
interface WindowOptions {
  key: string;
  order_id: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: Prefill;
  notes: Record<string, string>;
  theme: { color: string };
  timeout: number;
  retry: { enabled: boolean };
  modal: { ondismiss: () => void; confirm_close: boolean };
  handler?: (receipt: RazorpayReceipt) => void;
  /** Return through a form post, for browsers without windows. */
  redirect?: boolean;
  callback_url?: string;
}

interface PaymentWindow {
  open: () => void;
  close: () => void;
  on: (event: 'payment.failed', listener: (failure: { error?: { description?: unknown } }) => void) => void;
}

declare global {
  interface Window {
    Razorpay?: new (options: WindowOptions) => PaymentWindow;
  }
}

/** Known data of the shopper, so that they need not type it again. */
export interface Prefill {
  name?: string;
  email?: string;
  contact?: string;
}

export interface WindowRequest extends Omit<RazorpayCheckout, 'orderId'> {
  /** The name of the shop. */
  name: string;
  /** What the payment is for. */
  description: string;
  prefill: Prefill;
}

/**
 * The result of the window. `paid` is the window's claim only: the server verifies the receipt. `elsewhere`: the
 * payment continues on another page, which returns through an address.
 */
export type WindowOutcome =
  | { outcome: 'paid'; receipt: RazorpayReceipt }
  | { outcome: 'failed'; description: string }
  | { outcome: 'closed' }
  | { outcome: 'blocked' }
  | { outcome: 'elsewhere' };

/** The brand red: Razorpay draws white text on it in both themes. */
const COLOUR = '#be2f19';
/** Razorpay shows its own failure message before it closes; after this time the shop closes the window. */
const FAILURE_MS = 2_000;
const LONGEST_DESCRIPTION = 200;

/**
 * Opens Razorpay's window and returns its result. Never throws.
 * @param opened called when the window is open
 */
export async function openPaymentWindow(request: WindowRequest, opened: () => void): Promise<WindowOutcome> {
  const { key, order, name, description, prefill, checkoutUrl, callbackUrl } = request;
  if (!(await loadScript(checkoutUrl))) return { outcome: 'blocked' };
  const { Razorpay } = window;
  if (!Razorpay) return { outcome: 'blocked' };

  return new Promise((resolve) => {
    let failure: WindowOutcome | null = null;
    const options: WindowOptions = {
      key,
      order_id: order.id,
      amount: order.amount,
      currency: order.currency,
      name,
      description,
      prefill,
      notes: { receipt: order.receipt },
      theme: { color: COLOUR },
      timeout: paymentWindowMs / 1_000,
      retry: { enabled: false },
      modal: { confirm_close: true, ondismiss: () => resolve(failure ?? { outcome: 'closed' }) },
    };
    try {
      if (isInAppBrowser(navigator.userAgent)) {
        // Failures return through the address too.
        new Razorpay({ ...options, redirect: true, callback_url: callbackUrl }).open();
        addEventListener('pagehide', () => resolve({ outcome: 'elsewhere' }), { once: true });
        opened();
        return;
      }
      const razorpay = new Razorpay({
        ...options,
        handler: (receipt) => resolve({ outcome: 'paid', receipt }),
      });
      razorpay.on('payment.failed', ({ error }) => {
        const description = error?.description;
        const text = typeof description === 'string' ? description.slice(0, LONGEST_DESCRIPTION) : '';
        failure = { outcome: 'failed', description: text };
        setTimeout(() => {
          if (failure) resolve(failure);
          razorpay.close();
        }, FAILURE_MS);
      });
      razorpay.open();
      opened();
    } catch {
      resolve({ outcome: 'blocked' });
    }
  });
}

const SCRIPT_TIMEOUT_MS = 15_000;
let loading: Promise<boolean> | null = null;

/**
 * Loads Razorpay's script once per page; only Razorpay may serve it. A failure is not cached, so that the next attempt
 * retries.
 */
function loadScript(address: string): Promise<boolean> {
  if (window.Razorpay) return Promise.resolve(true);
  loading ??= appendScript(address, SCRIPT_TIMEOUT_MS).then((isThere) => {
    if (!isThere) loading = null;
    return isThere;
  });
  return loading;
}
