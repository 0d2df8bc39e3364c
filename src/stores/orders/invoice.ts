import { invoiceMessages } from '../../contract/messages/orders.ts';
import type { WireInvoice } from '../../contract/calls/invoice.ts';
import { accountCall } from '../account/account-call.ts';
import { accountResource } from '../account/account-resource.ts';
import { $isSignedIn } from '../session/signed-in.ts';

/** An order id in an address. */
const ORDER_ID = /^[0-9A-Z]{20}$/;

const own = accountResource<WireInvoice | null>(
  null,
  async () => {
    const orderId = new URLSearchParams(location.search).get('orderId') ?? '';
    if (!ORDER_ID.test(orderId))
      return { success: false, code: 'invalid', message: invoiceMessages.noneNamed };
    const answer = await accountCall('order.invoice', { orderId });
    return answer.success ? { success: true, value: answer.invoice } : answer;
  },
  invoiceMessages.failed,
);

/** The invoice of the order in the address; null until it is loaded. */
export const $invoice = own.$value;
/** Why there is no invoice to show. */
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
