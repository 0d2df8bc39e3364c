/** A body that each call of the shop accepts, unless it needs none. */
import type { RouteName } from '../../src/contract/routes.ts';
import { password } from './accounts.ts';
import { earlyProduct, hoodie, orderBody, profileFields, savedAddress } from './shop-calls.ts';

const email = 'asha@example.com';
const line = { itemId: hoodie.id, size: 'M' };
const order = orderBody([hoodie, 'M', 1]);
const orderId = 'A'.repeat(20);
const address = { ...savedAddress, addressId: 'no-such-address' };

export const callBodies: Partial<Record<RouteName, unknown>> = {
  'cart.add': line,
  'cart.update': { ...line, quantity: 1 },
  'wishlist.toggle': { itemId: hoodie.id },
  'product.early-order-interest': { productId: earlyProduct.id, email },
  notify: { productId: hoodie.id, size: 'M', email },
  'notify.check': { productId: hoodie.id, size: 'M', email },
  'discount.check': { code: 'TAANA-0000-0001' },
  'newsletter.subscribe': { email },
  'newsletter.confirm': { token: 'no-such-token' },
  vitals: { page: 'home', buckets: { LCP: 3 } },
  waitlist: { user_email: email },
  'waitlist.sent': { user_email: email },
  'user.register': { name: 'Asha', email, password },
  'user.login': { email, password },
  'user.google': { token: 'a.b.c' },
  'user.forgot': { email },
  'user.reset': { token: 'x', password: 'weft and warp' },
  'user.confirm-email': { token: 'x' },
  'user.save-profile': profileFields,
  'user.delete': { email, password },
  'address.add': savedAddress,
  'address.edit': address,
  'address.delete': { addressId: address.addressId },
  'notification.read': { notificationId: 'no-such-news' },
  'order.place': order,
  'order.razorpay': order,
  'order.stripe': order,
  'order.pay': { orderId },
  'order.cancel': { orderId },
  'order.invoice': { orderId },
  'order.verifyStripe': { success: 'true', orderId },
  'order.verifyRazorpay': {
    razorpay_order_id: 'order_1',
    razorpay_payment_id: 'pay_1',
    razorpay_signature: 'a'.repeat(64),
  },
};
