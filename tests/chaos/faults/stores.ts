/** What runs in a shopper's browser, bundled and evaluated for each shopper (browser.ts). */
import { call } from '../../../src/client/api.ts';
import { entriesOf, quantityOf } from '../../../src/domain/cart.ts';
import { $cart } from '../../../src/stores/cart/cart.ts';
import { addToCart } from '../../../src/stores/cart/cart-changes.ts';
import { $unsynced, lineOf, noteOf } from '../../../src/stores/cart/unsynced.ts';
import { removeLine, removeOrdered, setQuantity } from '../../../src/stores/cart/cart-lines.ts';
import { mergeAtLogin, syncCart } from '../../../src/stores/cart/cart-sync.lazy.ts';
import { $token } from '../../../src/stores/session/session.ts';
import { beginSession } from '../../../src/stores/session/session-change.ts';
import { toggleWishlist } from '../../../src/stores/wishlist/wishlist-actions.ts';
import { $unconfirmed } from '../../../src/stores/wishlist/unconfirmed.ts';
import {
  loadWishlist,
  mergeWishlistAtLogin,
  syncWishlistItem,
} from '../../../src/stores/wishlist/wishlist-sync.lazy.ts';

export const stores = {
  ...{ call, $token, beginSession },
  ...{ $cart, $unsynced, addToCart, setQuantity, removeLine, removeOrdered, mergeAtLogin, syncCart },
  ...{ entriesOf, quantityOf, lineOf, noteOf },
  ...{ $unconfirmed, toggleWishlist, loadWishlist, mergeWishlistAtLogin, syncWishlistItem },
};
