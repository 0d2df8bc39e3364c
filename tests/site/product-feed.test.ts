import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/content/snapshot.ts';
import { isReduced, type Product, sizesOf } from '../../src/domain/product.ts';
import { brand } from '../../src/domain/config.ts';
import { files, page, read, site } from './pages.ts';

/** The feed for Google Merchant Center, compared with the catalogue. */
type Item = Record<string, string> & {
  'g:additional_image_link'?: string | string[];
};

const text = read('/feeds/google.xml');
const { rss } = new XMLParser({ parseTagValue: false, ignoreAttributes: false }).parse(text) as {
  rss: { '@_version': string; '@_xmlns:g': string; channel: { title: string; link: string; item: Item[] } };
};
const items = rss.channel.item;

test('the feed is RSS 2.0 with Google’s names', () => {
  expect(XMLValidator.validate(text)).toBe(true);
  expect(rss).toMatchObject({ '@_version': '2.0', '@_xmlns:g': 'http://base.google.com/ns/1.0' });
  expect(rss.channel).toMatchObject({ title: brand.name, link: site.href });
});

test('the feed has an item for every size of the catalogue, with unique ids', () => {
  const wanted = catalogue.flatMap((product) =>
    sizesOf(product).map((size) => (product.sizes.length > 0 ? `${product.id}-${size}` : product.id)),
  );
  expect(items.map((item) => item['g:id'])).toEqual(wanted);
  expect(new Set(wanted).size).toBe(wanted.length);
  for (const id of wanted) expect(id.length, id).toBeLessThanOrEqual(50);
});

test('every item has the data of the catalogue', () => {
  let at = 0;
  for (const product of catalogue) {
    for (const size of sizesOf(product)) expectItem(items[at++] ?? {}, product, size);
  }
  expect(at).toBe(items.length);
});

function expectItem(item: Item, product: Product, size: string): void {
  const rupees = (paise: number) => `${(paise / 100).toFixed(2)} INR`;
  const absolute = (path: string) => new URL(path, site).href;
  const inSizes = product.sizes.length > 0;
  const inStock = (product.initialStock[size] ?? 0) > 0 && !product.earlyOrder;
  expect(item).toMatchObject({
    'g:availability': inStock ? 'in_stock' : 'out_of_stock',
    'g:price': rupees(isReduced(product) ? (product.oldPricePaise ?? 0) : product.pricePaise),
    'g:brand': brand.name,
    'g:condition': 'new',
    'g:identifier_exists': 'no',
    'g:color': product.colour.name,
    'g:size': inSizes ? size : 'One size',
    'g:gender': expect.stringMatching(/^(?:male|female|unisex)$/),
    'g:age_group': 'adult',
    'g:product_type': product.subCategory,
    'g:google_product_category': expect.stringMatching(/^\d+$/),
    'g:shipping': { 'g:country': 'IN', 'g:price': '10.00 INR' },
    'g:image_link': absolute(product.pictures[0]?.src ?? ''),
  });
  expect(item['g:sale_price']).toBe(isReduced(product) ? rupees(product.pricePaise) : undefined);
  expect(item['g:item_group_id']).toBe(inSizes ? product.id : undefined);
  expect(item['title']).toContain(product.name);
  expect((item['title'] ?? '').length).toBeLessThanOrEqual(150);
  expect(item['description']?.replace(/\s+/g, ' ')).toBe(product.description.replace(/\s+/g, ' '));
  const link = new URL(item['link'] ?? '');
  expect([link.origin, link.pathname]).toEqual([site.origin, `/product/${product.id}`]);
  expect(link.searchParams.get('size')).toBe(inSizes ? size : null);
  expect([item['g:additional_image_link'] ?? []].flat()).toEqual(
    product.pictures.slice(1).map(({ src }) => absolute(src)),
  );
}

test('every picture and page that the feed names exists', () => {
  for (const item of items) {
    const pictures = [item['g:image_link'] ?? '', item['g:additional_image_link'] ?? []].flat();
    for (const picture of pictures) expect(files.has(new URL(picture).pathname), picture).toBe(true);
    expect(page(new URL(item['link'] ?? '').pathname).isPublic).toBe(true);
  }
});

test('a page has the price and the sizes that the feed lists for it', () => {
  for (const item of items) {
    const { pathname, searchParams } = new URL(item['link'] ?? '');
    const { html } = page(pathname);
    const price = (item['g:sale_price'] ?? item['g:price'] ?? '').replace(' INR', '');
    const shown = `₹${Number(price).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`;
    expect(html, item['g:id']).toContain(shown);
    const size = searchParams.get('size');
    if (size) expect(html).toMatch(new RegExp(`<input type="radio" name="size" value="${size}"`));
  }
});
