import type { Scene } from './scene.ts';
import { cart } from './scenes/cart.ts';
import { checkout } from './scenes/checkout.ts';
import { collection } from './scenes/collection.ts';
import { comingSoon } from './scenes/coming-soon.ts';
import { home } from './scenes/home.ts';
import { invoice } from './scenes/invoice.ts';
import { newsletter } from './scenes/newsletter.ts';
import { orders } from './scenes/orders.ts';
import { pages } from './scenes/pages.ts';
import { product } from './scenes/product.ts';
import { profile } from './scenes/profile.ts';
import { signIn } from './scenes/sign-in.ts';
import { verify } from './scenes/verify.ts';
import { wishlist } from './scenes/wishlist.ts';

/** Every scene by its screen, in the order of a visit; the names are those of `npm run screens -- <screen>`. */
export const scenes = {
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
