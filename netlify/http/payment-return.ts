import { paths } from '../../src/contract/paths.ts';
import { returnPage } from '../services/payment-verification.ts';
import { logLine, errorReply } from './errors.ts';
import { readUpTo } from './input.ts';
import { seeOther } from './headers.ts';

const FORM_BYTES = 16 * 1_024;

/**
 * Razorpay's page posts a form here from browsers that cannot open its window. They are redirected to a page of the
 * shop, which asks the server for the payment status. Every error also ends at such a page.
 */
export async function handlePaymentReturn(request: Request): Promise<Response> {
  const orderId = new URL(request.url).searchParams.get('orderId') ?? '';
  let page: string = paths.orders;
  try {
    const form = new TextDecoder().decode(await readUpTo(FORM_BYTES, request));
    page = await returnPage(orderId, new URLSearchParams(form));
  } catch (error) {
    const reply = errorReply(error);
    if (!reply.expected) console.error(logLine('payment.return', reply, error));
  }
  return seeOther(page);
}
