import { z } from 'zod';
import type { Cart } from '../../domain/cart.ts';
import { shop } from '../../domain/config.ts';
import { MINUTE_MS } from '../../domain/time-units.ts';
import { cartMessages, discountMessages } from '../messages/cart-and-wishlist.ts';
import type { CallRules, Success } from './call.ts';
import { id, nothing, size } from './fields.ts';

export interface CartReplies {
  'cart.add': Success;
  'cart.update': Success;
  'cart.get': Success & { cartData: Cart };
  'wishlist.toggle': Success & { wishlistData: string[]; message: string };
  'wishlist.get': Success & { wishlistData: string[] };
  'discount.check': Success & { code: string; percent: number };
}

/** An impossible code is refused with the same sentence as an unknown one. */
export const code = z
  .string(discountMessages.missing)
  .max(60, discountMessages.unknown)
  .trim()
  .min(1, discountMessages.missing);

const carts = { name: 'cart', by: 'account', limit: 600, windowMs: 10 * MINUTE_MS } as const;
const wishlists = { name: 'wishlist', by: 'account', limit: 600, windowMs: 10 * MINUTE_MS } as const;

export const cartCalls = {
  'cart.add': {
    auth: 'token',
    summary: 'Puts one more piece into the cart.',
    body: z.object({ itemId: id, size }),
    limits: [carts],
  },
  'cart.update': {
    auth: 'token',
    summary: 'Sets how many pieces of a product and size are in the cart; 0 removes them.',
    body: z.object({
      itemId: id,
      size,
      quantity: z.int('must be a whole number').min(0).max(shop.maxQuantityPerLine, cartMessages.lineLimit),
    }),
    limits: [carts],
  },
  'cart.get': {
    auth: 'token',
    summary: 'The cart.',
    body: nothing,
    limits: [carts],
  },
  'wishlist.toggle': {
    auth: 'token',
    summary: 'Puts a product on the wishlist, or takes it off.',
    body: z.object({ itemId: id }),
    limits: [wishlists],
  },
  'wishlist.get': {
    auth: 'token',
    summary: 'The wishlist.',
    body: nothing,
    limits: [wishlists],
  },
  'discount.check': {
    auth: 'token',
    summary:
      'The discount of a code, if the shopper can use it now; the code is not reserved before an order.',
    body: z.object({ code }),
    refusals: ['code-refused'],
    // Against guesses: one of a million million codes is right.
    limits: [
      { name: 'discount', by: 'account', limit: 30, windowMs: 10 * MINUTE_MS },
      { name: 'discount', by: 'address', limit: 200, windowMs: 10 * MINUTE_MS },
    ],
  },
} as const satisfies Record<string, CallRules>;
