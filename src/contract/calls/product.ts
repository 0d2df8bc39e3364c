import { z } from 'zod';
import { type FacetCounts, type SortId, sorts } from '../../domain/catalogue.ts';
import type { Stock } from '../../domain/product.ts';
import { MINUTE_MS } from '../../domain/time-units.ts';
import type { CallRules, Success } from './call.ts';
import { email, id, many, size } from './fields.ts';

/** A product in the API's field names, prices in rupees, with extra fields for lists. */
export interface WireProduct {
  _id: string;
  name: string;
  price: number;
  oldPrice: number | null;
  image: string[];
  imageAlt: string[];
  sizes: string[];
  category: string[];
  subCategory: string;
  description: string;
  outOfStock: boolean;
  earlyOrder: boolean;
  offersEnabled: boolean;
  offerTitle: string | null;
  offerDescription: string | null;
  addedOn: string;
  /** Stock per size, as old as the response. */
  stock: Stock;
}

/**
 * Query of `product.list`, prices in rupees. `id` is for the lines of a cart or wishlist; `offset` and `limit` are for
 * pages. Without a limit, the reply has every matching product.
 */
export interface ListQuery {
  subCategory?: string[];
  sizes?: string[];
  minPrice?: number;
  maxPrice?: number;
  sort?: SortId;
  search?: string;
  id?: string[];
  offset?: number;
  limit?: number;
}

export interface ProductReplies {
  /**
   * `count` is the number of all matches, `facets` the count for each facet value, `products` the requested page.
   * `said` explains a search result that is only near the query.
   */
  'product.list': Success & { products: WireProduct[]; count: number; facets: FacetCounts; said?: string };
  'product.stock': Success & { stock: Record<string, Stock> };
  'product.early-order-interest': Success & { message: string };
}

/** Queries as the browser has them; the server reads texts. */
export interface ProductBodies {
  'product.list': ListQuery;
  'product.stock': { id: string[] };
}

const rupeesInQuery = z
  .string()
  .regex(/^\d{1,8}(?:\.\d{1,2})?$/, 'must be rupees, such as 1299 or 1299.50')
  .transform(Number)
  .optional();

const wholeInQuery = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number')
  .transform(Number)
  .optional();

export const productCalls = {
  'product.list': {
    method: 'GET',
    auth: 'none',
    summary:
      'Products by filters or search words, with the number that match and the count of each facet value.',
    body: z.object({
      subCategory: many(z.string().min(1).max(60)),
      sizes: many(size),
      minPrice: rupeesInQuery,
      maxPrice: rupeesInQuery,
      sort: z
        .enum(sorts.map(({ id: sort }) => sort))
        .or(z.literal('').transform(() => undefined))
        .optional(),
      search: z.string().max(100).optional(),
      id: many(id),
      offset: wholeInQuery,
      limit: wholeInQuery,
    }),
    inMemoryLimit: 200,
  },
  'product.stock': {
    method: 'GET',
    auth: 'none',
    summary: 'The pieces left of some products, by size.',
    body: z.object({ id: many(id).transform((ids) => ids ?? []) }),
    // The stock of the shop beside another deploy's products and prices would mislead.
    onlyPublished: true,
    inMemoryLimit: 200,
  },
  'product.early-order-interest': {
    auth: 'none',
    summary: 'Registers interest in a product that cannot be ordered yet.',
    // Name and phone are empty if the shop does not know them.
    body: z.object({
      productId: id,
      name: z.string().max(100).default(''),
      email,
      phone: z.string().max(20).default(''),
      size: size.optional(),
    }),
    limits: [
      { name: 'early-order', by: 'pair', limit: 30, windowMs: 60 * MINUTE_MS },
      { name: 'early-order', by: 'address', limit: 300, windowMs: 10 * MINUTE_MS },
    ],
  },
} as const satisfies Record<string, CallRules>;
