import { paths } from '../contract/paths.ts';
import type { subCategories } from '../domain/catalogue.ts';
import { checkoutFee } from '../domain/order-totals.ts';
import { rupeesFromPaise } from '../domain/money.ts';
import { isReduced, mrpPaise, type Product, sizesOf } from '../domain/product.ts';
import { brand, shop, trade } from '../domain/config.ts';
import { absolute } from './addresses.ts';
import { isOnSale, sizeAddress, skuOf, wearers } from './variants.ts';

/** Ids in Google's product taxonomy. Accessories are caps, bags and socks: the parent category of all of these. */
const categories: Readonly<Record<string, number>> = {
  Accessories: 166,
  Bralette: 214,
  'Cargo Pants': 204,
  'Co-ord Sets': 5322,
  Hoodie: 212,
  Shackets: 5598,
  Shirts: 212,
  Shorts: 207,
  Sweatshirts: 212,
} satisfies Record<(typeof subCategories)[number]['name'], number>;

/**
 * The catalogue for Google Merchant Center: RSS 2.0, one item per size, with the fields that Google requires for
 * clothes. Availability is the initial stock of the product files, as on the pages of the same build.
 * @returns the document in parts: that of 50,000 products has 370 MB, and V8's longest string has 512
 */
export function* productFeed(products: readonly Product[], site: URL | undefined): Generator<string> {
  const channel: Fact[] = [
    ['title', brand.name],
    ['link', absolute(paths.home, site)],
    ['description', brand.blurb],
  ];
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${elements(channel).join('\n')}
`;
  for (const product of products) {
    for (const size of sizesOf(product)) yield `${item(product, size, site)}\n`;
  }
  yield '</channel>\n</rss>\n';
}

function item(product: Product, size: string, site: URL | undefined): string {
  const [front = '', ...others] = product.pictures.map(({ src }) => absolute(src, site));
  const inSizes = product.sizes.length > 0;
  const facts: Fact[] = [
    ['g:id', skuOf(product, size)],
    ['g:item_group_id', inSizes ? product.id : undefined],
    ['title', [product.name, product.colour.name, ...(inSizes ? [size] : [])].join(', ')],
    ['description', product.description],
    ['link', absolute(sizeAddress(product, size), site)],
    ['g:image_link', front],
    ...others.map((other): Fact => ['g:additional_image_link', other]),
    ['g:availability', isOnSale(product, size) ? 'in_stock' : 'out_of_stock'],
    ['g:price', money(mrpPaise(product))],
    ['g:sale_price', isReduced(product) ? money(product.pricePaise) : undefined],
    ['g:brand', brand.name],
    // The shop's own label: its goods have no GTIN.
    ['g:identifier_exists', 'no'],
    ['g:condition', 'new'],
    ['g:google_product_category', categories[product.subCategory]],
    ['g:product_type', product.subCategory],
    ['g:color', product.colour.name],
    ['g:size', inSizes ? size : 'One size'],
    ['g:gender', wearers(product)],
    ['g:age_group', 'adult'],
    ['g:material', product.fabric],
    ['g:pattern', product.print],
  ];
  return `<item>\n${elements(facts).join('\n')}\n${shipping(product)}\n</item>`;
}

function shipping(product: Product): string {
  const facts: Fact[] = [
    ['g:country', trade.countryCode],
    ['g:price', money(checkoutFee(product.pricePaise))],
    ['g:min_handling_time', trade.handlingDays.min],
    ['g:max_handling_time', trade.handlingDays.max],
    ['g:min_transit_time', trade.transitDays.min],
    ['g:max_transit_time', trade.transitDays.max],
  ];
  return `<g:shipping>${elements(facts).join('')}</g:shipping>`;
}

/** `1299.00 INR` */
function money(paise: number): string {
  return `${rupeesFromPaise(paise).toFixed(2)} ${shop.currency.code}`;
}

/** Undefined if the item does not have it. */
type Fact = [name: string, value: string | number | undefined];

function elements(facts: readonly Fact[]): string[] {
  return facts.flatMap(([name, value]) =>
    value === undefined ? [] : `<${name}>${escaped(String(value))}</${name}>`,
  );
}

/** XML allows no control characters, not even escaped. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
