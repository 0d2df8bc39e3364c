import { expect, test, vi } from 'vitest';
import { backInStockEmail } from '../../netlify/email/back-in-stock-email.ts';
import { SiteUrlMissing, siteUrl } from '../../netlify/services/site-url.ts';
import { brand } from '../../src/domain/config.ts';

const SITE = 'https://shop.example';
const front = { src: '/products/kulhad-hoodie-1.webp', alt: 'Kulhad Hoodie, front', view: 'front' } as const;
const hoodie = { id: 'kulhad-hoodie', name: 'Kulhad Hoodie', pricePaise: 1_299_00, pictures: [front] };

test('the restock email names product, size and price and leads to the product', () => {
  const { subject, text, html } = backInStockEmail(hoodie, 'M', SITE);
  expect(subject).toBe('Kulhad Hoodie is back in size M');
  for (const part of [text, html]) {
    expect(part).toContain('Kulhad Hoodie is back in size M');
    expect(part).toContain('₹1,299.00');
    expect(part).toContain(`${SITE}/product/kulhad-hoodie`);
    expect(part).toContain(brand.name);
    expect(part).toContain(brand.support.email);
    expect(part).toContain(brand.company.legalName);
    expect(part).toContain('Your request is now closed');
  }
});

test('the picture is a JPEG of the shop, because Outlook shows no newer format', () => {
  const { html } = backInStockEmail(hoodie, 'M', SITE);
  const address = /<img src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { origin, pathname, searchParams } = new URL(address);
  expect(origin + pathname).toBe(`${SITE}/.netlify/images`);
  expect(Object.fromEntries(searchParams)).toEqual({ url: front.src, w: '960', fm: 'jpg' });
  expect(html).toContain('alt="Kulhad Hoodie, front"');
});

test('names are escaped as text in an email', () => {
  const name = `"Warp & Weft" <script>alert('x')</script>`;
  const { html, text } = backInStockEmail(
    { ...hoodie, name, pictures: [{ ...front, alt: '"><b>x' }] },
    'M',
    SITE,
  );
  expect(html).not.toMatch(/<script|"><b>/);
  expect(html).toContain('&quot;Warp &amp; Weft&quot; &lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;');
  expect(text).toContain(name);
});

test('a subject has one line', () => {
  const { subject } = backInStockEmail(
    { ...hoodie, name: 'Kulhad\r\nBcc: thief@example.com\u2028 Hoodie\u0000' },
    'M',
    SITE,
  );
  expect(subject).toBe('Kulhad Bcc: thief@example.com Hoodie is back in size M');
});

test('Indian scripts keep their joiners', () => {
  const name = 'क्‍ष कुर्ता';
  expect(backInStockEmail({ ...hoodie, name }, 'M', SITE).subject).toBe(`${name} is back in size M`);
});

test.each([
  ['https://shop.example', undefined, 'https://shop.example'],
  ['https://shop.example/', undefined, 'https://shop.example'],
  ['', 'https://taana.netlify.app', 'https://taana.netlify.app'],
])('the address in emails is SITE_URL, else Netlify’s: %j, %j', (site, url, expected) => {
  vi.stubEnv('SITE_URL', site);
  vi.stubEnv('URL', url);
  expect(siteUrl()).toBe(expected);
});

test.each(['', 'shop.example', 'javascript:alert(1)'])('no email links to %j', (site) => {
  vi.stubEnv('SITE_URL', site);
  vi.stubEnv('URL', undefined);
  expect(siteUrl).toThrow(SiteUrlMissing);
});
