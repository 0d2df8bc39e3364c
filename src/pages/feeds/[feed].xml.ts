import type { APIRoute, GetStaticPaths } from 'astro';
import { catalogue } from '../../content/snapshot.ts';
import { productFeed } from '../../seo/product-feed.ts';
import { isBeforeLaunch } from '../../layouts/coming-soon.ts';

/** `/feeds/google.xml`, for Google Merchant Center. It does not exist before the shop opens. */
export const getStaticPaths = (() =>
  isBeforeLaunch ? [] : [{ params: { feed: 'google' } }]) satisfies GetStaticPaths;

export const GET: APIRoute = ({ site }) => {
  const parts = productFeed(catalogue, site);
  const feed = new ReadableStream<string>({
    pull(controller) {
      const { done, value } = parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(feed.pipeThrough(new TextEncoderStream()));
};
