import { serve } from '../http/serve.ts';
import * as checkout from '../services/checkout.ts';
import * as cancellation from '../services/order-cancellation.ts';
import * as invoices from '../services/invoices.ts';
import * as payments from '../services/payments.ts';
import * as orderHistory from '../services/order-history.ts';
import * as verification from '../services/payment-verification.ts';

export default serve({
  'order.place': checkout.placeOnDelivery,
  'order.razorpay': checkout.placeForRazorpay,
  'order.stripe': checkout.placeForStripe,
  'order.giveUp': checkout.giveUp,
  'order.cancel': cancellation.cancelUnpaid,
  'order.pay': payments.payAgain,
  'order.verifyRazorpay': verification.verifyRazorpay,
  'order.verifyStripe': verification.verifyReturn,
  'order.userorders': orderHistory.list,
  'order.invoice': invoices.read,
});
export const config = { path: '/api/order/*' };
