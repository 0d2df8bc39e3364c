import type { APIRoute, GetStaticPaths } from 'astro';
import { catalogue } from '../../content/snapshot.ts';
import { productFeed } from '../../seo/product-feed.ts';
import { isBeforeLaunch } from '../../layouts/coming-soon.ts';

/** `/feeds/google.xml`, for Google Merchant Center. It does not exist before the shop opens. */
export const getStaticPaths = (() =>
  isBeforeLaunch ? [] : [{ params: { feed: 'google' } }]) satisfies GetStaticPaths;

export const GET: APIRoute = ({ site }) => new Response(productFeed(catalogue, site));
