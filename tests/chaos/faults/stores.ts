/** The code of a shopper's browser, bundled and evaluated for each page (browser.ts). */
import * as api from '../../../src/client/api.ts';
import * as domainCart from '../../../src/domain/cart.ts';
import * as cart from '../../../src/stores/cart/cart.ts';
import * as cartChanges from '../../../src/stores/cart/cart-changes.ts';
import * as cartLines from '../../../src/stores/cart/cart-lines.ts';
import * as cartRows from '../../../src/stores/cart/cart-rows.ts';
import * as cartSync from '../../../src/stores/cart/cart-sync.lazy.ts';
import * as codeField from '../../../src/stores/cart/code-field.ts';
import * as pendingLines from '../../../src/stores/cart/pending-changes.ts';
import * as checkout from '../../../src/stores/checkout/checkout.ts';
import * as delivery from '../../../src/stores/checkout/delivery.ts';
import * as orderAttempt from '../../../src/stores/checkout/order-attempt.ts';
import * as paymentMethods from '../../../src/stores/checkout/payment-methods.ts';
import * as payment from '../../../src/stores/payment/payment.ts';
import * as unpaid from '../../../src/stores/payment/unpaid.ts';
import * as verifyPage from '../../../src/stores/payment/verify-page.ts';
import * as session from '../../../src/stores/session/session.ts';
import * as sessionChange from '../../../src/stores/session/session-change.ts';
import * as pendingWishes from '../../../src/stores/wishlist/pending-changes.ts';
import * as wishlistActions from '../../../src/stores/wishlist/wishlist-actions.ts';
import * as wishlistSync from '../../../src/stores/wishlist/wishlist-sync.lazy.ts';

/** `setQuantity` is the store's: the later of two modules counts. */
export const stores = {
  ...api,
  ...domainCart,
  ...cart,
  ...cartChanges,
  ...cartLines,
  ...cartRows,
  ...cartSync,
  ...codeField,
  ...pendingLines,
  ...checkout,
  ...delivery,
  ...orderAttempt,
  ...paymentMethods,
  ...payment,
  ...unpaid,
  ...verifyPage,
  ...session,
  ...sessionChange,
  ...pendingWishes,
  ...wishlistActions,
  ...wishlistSync,
};
