/** The code of a shopper's browser, bundled and evaluated for each page (browser.ts). */
import { call } from '../../../src/client/api.ts';
import { entriesOf, quantityOf } from '../../../src/domain/cart.ts';
import { $cart } from '../../../src/stores/cart/cart.ts';
import { addToCart } from '../../../src/stores/cart/cart-changes.ts';
import { $unsynced, lineOf, noteOf } from '../../../src/stores/cart/pending-changes.ts';
import { removeLine, setQuantity } from '../../../src/stores/cart/cart-lines.ts';
import { $rows, refreshRows } from '../../../src/stores/cart/cart-rows.ts';
import { mergeAtLogin, syncCart } from '../../../src/stores/cart/cart-sync.lazy.ts';
import { applyCode, typeCode } from '../../../src/stores/cart/code-field.ts';
import { $appliedCode } from '../../../src/stores/cart/discount-code.ts';
import {
  $checkout,
  $hasUnconfirmedOrder,
  askAgain,
  openCheckout,
  placeOrder,
} from '../../../src/stores/checkout/checkout.ts';
import { openDelivery } from '../../../src/stores/checkout/delivery.ts';
import { $ownAttempt } from '../../../src/stores/checkout/order-attempt.ts';
import { $methodsStatus, $paymentMethod } from '../../../src/stores/checkout/payment-methods.ts';
import {
  $payment,
  $unpaidCheck,
  checkUnpaid,
  openPayments,
  payAgain,
} from '../../../src/stores/payment/payment.ts';
import { $ownUnpaid } from '../../../src/stores/payment/unpaid.ts';
import { $verify, openVerify, verifyPayment } from '../../../src/stores/payment/verify-page.ts';
import { $authLoading, $token } from '../../../src/stores/session/session.ts';
import { beginSession } from '../../../src/stores/session/session-change.ts';
import { toggleWishlist } from '../../../src/stores/wishlist/wishlist-actions.ts';
import { $unconfirmed } from '../../../src/stores/wishlist/pending-changes.ts';
import {
  loadWishlist,
  mergeWishlistAtLogin,
  syncWishlistItem,
} from '../../../src/stores/wishlist/wishlist-sync.lazy.ts';

export const stores = {
  call,
  $token,
  $authLoading,
  beginSession,
  $cart,
  $unsynced,
  addToCart,
  setQuantity,
  removeLine,
  mergeAtLogin,
  syncCart,
  $rows,
  refreshRows,
  $appliedCode,
  typeCode,
  applyCode,
  entriesOf,
  quantityOf,
  lineOf,
  noteOf,
  $checkout,
  $hasUnconfirmedOrder,
  askAgain,
  openCheckout,
  openDelivery,
  placeOrder,
  $ownAttempt,
  $methodsStatus,
  $paymentMethod,
  $payment,
  $unpaidCheck,
  $ownUnpaid,
  openPayments,
  checkUnpaid,
  payAgain,
  $verify,
  openVerify,
  verifyPayment,
  $unconfirmed,
  toggleWishlist,
  loadWishlist,
  mergeWishlistAtLogin,
  syncWishlistItem,
};
