import type { Scene } from './scene.ts';
import { cart } from './places/cart.ts';
import { checkout } from './places/checkout.ts';
import { collection } from './places/collection.ts';
import { comingSoon } from './places/coming-soon.ts';
import { home } from './places/home.ts';
import { invoice } from './places/invoice.ts';
import { newsletter } from './places/newsletter.ts';
import { orders } from './places/orders.ts';
import { pages } from './places/pages.ts';
import { product } from './places/product.ts';
import { profile } from './places/profile.ts';
import { signIn } from './places/sign-in.ts';
import { verify } from './places/verify.ts';
import { wishlist } from './places/wishlist.ts';

/** Every scene by the shopper's place, in the order of a visit; the names are those of `npm run screens -- <place>`. */
export const places = {
  'coming-soon': comingSoon,
  home,
  collection,
  product,
  wishlist,
  cart,
  'sign-in': signIn,
  checkout,
  verify,
  orders,
  invoice,
  profile,
  newsletter,
  pages,
} as const satisfies Record<string, readonly Scene[]>;
