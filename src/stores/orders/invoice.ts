import { computed } from 'nanostores';
import { invoiceMessages } from '../../contract/messages/orders.ts';
import type { WireInvoice } from '../../contract/calls/invoice.ts';
import { ORDER_ID } from '../../domain/order.ts';
import { accountCall } from '../account/account-call.ts';
import { accountResource } from '../account/account-resource.ts';
import { $isSignedIn } from '../session/signed-in.ts';

interface Found {
  invoice: WireInvoice | null;
  /** Why there is none; asking again would bring the same answer. */
  none: string | null;
}

const without = (none: string) => ({ success: true, value: { invoice: null, none } }) as const;

const own = accountResource<Found>(
  { invoice: null, none: null },
  async () => {
    const orderId = new URLSearchParams(location.search).get('orderId') ?? '';
    if (!ORDER_ID.test(orderId)) return without(invoiceMessages.noneNamed);
    const answer = await accountCall('order.invoice', { orderId });
    if (answer.success) return { success: true, value: { invoice: answer.invoice, none: null } };
    return answer.code === 'not-found' ? without(answer.message) : answer;
  },
  invoiceMessages.failed,
);

/** The invoice of the order in the address; null until it is loaded. */
export const $invoice = computed(own.$value, ({ invoice }) => invoice);
/** Why the order in the address has no invoice, or that the address has no order. */
export const $noInvoice = computed(own.$value, ({ none }) => none);
export const $invoiceProblem = own.$problem;

export const loadInvoice = own.load;

/**
 * Loads it for the logged-in shopper.
 * @returns a function that stops this
 */
export function watchInvoice(): () => void {
  return $isSignedIn.subscribe((isSignedIn) => {
    if (isSignedIn) void loadInvoice();
  });
}
