import { expect, test } from 'vitest';
import { type Asked, pageName, type CacheStrategy, strategyOf } from '../../src/offline/cache-strategies.ts';

const SHOP = 'https://shop.example';

function asked(path: string, own: Partial<Asked> = {}): Asked {
  const address = new URL(path, SHOP);
  return { method: 'GET', address, isOwn: address.origin === SHOP, isNavigation: true, ...own };
}

test.each<[string, CacheStrategy]>([
  ['/', 'page'],
  ['/collection', 'page'],
  ['/collection?type=Hoodie', 'page'],
  ['/collection/2', 'page'],
  ['/product/warp-line-hoodie', 'page'],
  ['/cart', 'page'],
  ['/wishlist', 'page'],
  ['/login', 'page'],
  ['/Login', 'page'],
  ['/about', 'page'],
  ['/newsletter', 'page'],
  ['/no-such-page', 'page'],
  ['/offline', 'page'],
  // An order is placed and looked at in the present shop.
  ['/place-order', 'live'],
  ['/orders', 'live'],
  ['/profile?tab=addresses', 'live'],
  // Their URL has a secret or personal data.
  ['/verify?success=true&orderId=ABCDEFGHJKLMNPQRSTUV', 'alone'],
  ['/reset-password#token=secret', 'alone'],
  ['/confirm-email#token=secret', 'alone'],
  ['/newsletter/confirm#token=secret', 'alone'],
  ['/newsletter/unsubscribe?token=secret', 'alone'],
  ['/invoice?orderId=ABCDEFGHJKLMNPQRSTUV', 'alone'],
  // No pages of the shop.
  ['/admin', 'alone'],
  ['/admin/index.html', 'alone'],
  ['/api/health', 'alone'],
  ['/__outbox', 'alone'],
  ['/__stripe/pay/cs_1', 'alone'],
  ['/feeds/google.xml', 'alone'],
  ['/robots.txt', 'alone'],
  ['/products/taana-cap-1.webp', 'alone'],
  ['https://api.razorpay.com/v1/checkout', 'alone'],
])('a navigation to %s has the strategy "%s"', (path, way) => {
  expect(strategyOf(asked(path))).toBe(way);
});

test.each<[string, CacheStrategy]>([
  ['/_astro/shop.8_5AoG3p.js', 'build'],
  ['/_astro/fonts/0eed86dbaa12558f.woff2', 'build'],
  ['/.netlify/images?url=%2Fproducts%2Ftaana-cap-1.webp&w=480', 'picture'],
  ['/products/taana-cap-1.webp', 'picture'],
  ['/campaign/crops/loom-50-50.webp', 'picture'],
  ['/icons/drawings.svg', 'drawing'],
  ['/icons/icon-192.png', 'alone'],
  ['/api/product/list?id=taana-cap', 'alone'],
  ['/api/cart/get', 'alone'],
  ['/.netlify/functions/cart', 'alone'],
  ['/service-worker.js', 'alone'],
  ['/site.webmanifest', 'alone'],
  ['/admin/_astro/editor.js', 'alone'],
  // A page that a script fetches, as quick view does, is not a navigation.
  ['/product/warp-line-hoodie', 'alone'],
  ['https://checkout.razorpay.com/v1/checkout.js', 'alone'],
])('a request for %s has the strategy "%s"', (path, way) => {
  expect(strategyOf(asked(path, { isNavigation: false }))).toBe(way);
});

test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('the worker does not handle a %s to any URL', (method) => {
  for (const path of ['/', '/cart', '/api/cart/add', '/_astro/shop.js']) {
    expect(strategyOf(asked(path, { method }))).toBe('alone');
    expect(strategyOf(asked(path, { method, isNavigation: false }))).toBe('alone');
  }
});

test('a page is cached under its path alone, without data of a shopper in its key', () => {
  const names = ['/collection?type=Hoodie&min=10', '/Login#from', '/product/taana-cap?size=M'].map((path) =>
    pageName(new URL(path, SHOP)),
  );
  expect(names).toEqual(['/collection', '/login', '/product/taana-cap']);
});
