import process from 'node:process';
import type { APIRoute, GetStaticPaths } from 'astro';
import { catalogue } from '../../content/snapshot.ts';
import { isComingSoon } from '../../contract/coming-soon.ts';
import { productFeed } from '../../discovery/product-feed.ts';

/** `/feeds/google.xml`, for Google Merchant Center. There is none before the shop opens. */
export const getStaticPaths = (() =>
  isComingSoon(process.env['SHOP_MODE']) ? [] : [{ params: { feed: 'google' } }]) satisfies GetStaticPaths;

export const GET: APIRoute = ({ site }) => new Response(productFeed(catalogue, site));
