import { invoiceMessages } from '../../contract/messages/invoice.ts';
import type { WireInvoice } from '../../contract/routes.ts';
import { accountCall } from '../account/account-call.ts';
import { accountResource } from '../account/account-resource.ts';
import { $isSignedIn } from '../session/signed-in.ts';

/** An order's id as an address carries it. */
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

/** The invoice of the order that the address names; null until it is there. */
export const $invoice = own.$value;
/** Why there is none to show. */
export const $invoiceProblem = own.$problem;

export const loadInvoice = own.load;

/** Loads it for whoever is logged in. @returns a function that ends the watching */
export function watchInvoice(): () => void {
  return $isSignedIn.subscribe((isSignedIn) => {
    if (isSignedIn) void loadInvoice();
  });
}
