import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/content/snapshot.ts';
import { checkoutFee } from '../../src/domain/order-totals.ts';
import { isReduced, ONE_SIZE, type Product } from '../../src/domain/product.ts';
import { brand, shop } from '../../src/domain/config.ts';
import { page, pages, publicPages, site, tags, unescaped } from './pages.ts';
import { schemaOrg } from './vocabulary.ts';

type Node = Record<string, unknown>;

const validator = new Validator(schemaOrg());

/** Recommendations of the validator that the shop cannot fill. */
const notOurs = [
  // There are no reviews, and the shop's own label has no GTIN and no other maker's number.
  /"aggregateRating"|"review"|"gtin|"mpn"|"subjectOf"|"hasCertification"/,
  // No price of the shop has an end date.
  /"priceValidUntil"/,
  // Stated once, in the group of the variants.
  /"(?:audience|brand|description|material|pattern|isVariantOf|inProductGroupWithID)"/,
  // The shop ships to all of India.
  /"addressRegion"/,
  // Products without sizes.
  /"size"/,
  // Questions about defects and remorse, which the policy text answers.
  /"(?:customerRemorse|itemDefect|refundType|restockingFee|returnLabelSource|itemCondition)/,
];

function extracted(html: string) {
  return new WebAutoExtractor({ addLocation: false, embedSource: false }).parse(html);
}

/** The items of a page's one script. */
function things(path: string): Node[] {
  const scripts = [...page(path).html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(scripts, path).toHaveLength(1);
  const text = scripts[0]?.[1] ?? '';
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  return (JSON.parse(text) as { '@graph': Node[] })['@graph'];
}

function thing(path: string, ...types: string[]): Node {
  const found = things(path).filter((node) => types.includes(String(node['@type'])));
  expect(found, `${path}: ${types}`).toHaveLength(1);
  return found[0] ?? {};
}

test('the vocabulary of the tests can tell schema.org from other names', async () => {
  const html = (node: object) =>
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...node })}</script>`;
  const issues = async (node: object) =>
    (await validator.validate(extracted(html(node)))).map(({ issueMessage }) => issueMessage);
  expect(await issues({ '@type': 'OnlineStore', name: 'a', legalName: 'b', url: 'c' })).toEqual([]);
  expect(await issues({ '@type': 'OnlineStore', name: 'a', colour: 'b' })).toEqual([
    expect.stringContaining('"colour"'),
  ]);
  expect(await issues({ '@type': 'Shopp', name: 'a' })).toEqual([expect.stringContaining('"Shopp"')]);
});

test('the structured data is schema.org, with everything that Google requires', async () => {
  const found: string[] = [];
  let checked = 0;
  for (const { path, html } of pages) {
    const data = extracted(html);
    checked += Object.keys(data.jsonld).length > 0 ? 1 : 0;
    for (const { severity, issueMessage, fieldNames } of await validator.validate(data)) {
      const isOurs = severity !== 'WARNING' || !notOurs.some((one) => one.test(issueMessage));
      if (isOurs) found.push(`${path}: ${severity} ${issueMessage} (${fieldNames})`);
    }
  }
  expect(found).toEqual([]);
  expect(checked).toBeGreaterThan(catalogue.length);
});

test('private pages have no structured data', () => {
  for (const { html, isPublic } of pages) {
    if (!isPublic) expect(html).not.toContain('application/ld+json');
  }
});

describe('a product page', () => {
  const decimal = (paise: number) => (paise / 100).toFixed(2);
  const absolute = (path: string) => new URL(path, site).href;

  function expectOffer(offer: Node, product: Product, size: string) {
    const left = product.initialStock[size] ?? 0;
    const address = absolute(`/product/${product.id}`);
    expect(offer).toMatchObject({
      '@type': 'Offer',
      url: size === ONE_SIZE ? address : `${address}?size=${size}`,
      price: decimal(product.pricePaise),
      priceCurrency: 'INR',
      availability: `https://schema.org/${left > 0 && !product.earlyOrder ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
    });
    if (isReduced(product)) {
      expect(offer['priceSpecification']).toMatchObject({
        priceType: 'https://schema.org/StrikethroughPrice',
        price: decimal(product.oldPricePaise ?? 0),
      });
    } else expect(offer).not.toHaveProperty('priceSpecification');
  }

  test('has the catalogue’s data for each size', () => {
    for (const product of catalogue) {
      const about = thing(`/product/${product.id}`, 'Product', 'ProductGroup');
      expect(about).toMatchObject({
        name: product.name,
        description: product.description,
        brand: { name: brand.name },
        color: product.colour.name,
      });
      const variants = (about['hasVariant'] ?? [about]) as Node[];
      expect(variants.map(({ size }) => size ?? ONE_SIZE)).toEqual(
        product.sizes.length > 0 ? product.sizes : [ONE_SIZE],
      );
      for (const variant of variants) {
        expectOffer(variant['offers'] as Node, product, String(variant['size'] ?? ONE_SIZE));
        expect([variant['image']].flat()[0]).toBe(absolute(product.pictures[0]?.src ?? ''));
      }
    }
  });

  test('gives every size a unique number', () => {
    const numbers = catalogue.flatMap(({ id }) => {
      const about = thing(`/product/${id}`, 'Product', 'ProductGroup');
      return ((about['hasVariant'] ?? [about]) as Node[]).map(({ sku }) => sku);
    });
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('names the charged fee, the delivery days and the return period', () => {
    for (const { id, pricePaise, earlyOrder } of catalogue) {
      const path = `/product/${id}`;
      // Beside the price, an early order promises neither days nor payment methods.
      const promised = page(path).html.split('aria-label="What we promise"')[1]?.split('</ul>')[0] ?? '';
      expect(promised.includes('Nothing to pay now'), id).toBe(earlyOrder);
      expect(promised.includes('Ships in'), id).toBe(!earlyOrder);
      expect(page(path).html.includes('Not on sale yet. Once it is: Ships in'), id).toBe(earlyOrder);
      expect(thing(path, 'OfferShippingDetails')).toMatchObject({
        '@id': '#shipping',
        shippingRate: { value: decimal(checkoutFee(pricePaise)), currency: shop.currency.code },
        shippingDestination: { addressCountry: 'IN' },
        deliveryTime: {
          handlingTime: { minValue: 0, maxValue: 1 },
          transitTime: { minValue: 2, maxValue: 4 },
        },
      });
      expect(thing(path, 'MerchantReturnPolicy')).toMatchObject({
        '@id': '#returns',
        merchantReturnDays: 7,
        returnFees: 'https://schema.org/FreeReturn',
        applicableCountry: 'IN',
      });
      expect(page(path).html).toContain('Ships in 2-5 days. Free returns within 7 days');
      const offers = JSON.stringify(things(path)).match(
        /"shippingDetails":\{"@id":"#shipping"\},"hasMerchantReturnPolicy":\{"@id":"#returns"\}/g,
      );
      expect(offers).toHaveLength(Math.max(1, catalogue.find((one) => one.id === id)?.sizes.length ?? 0));
    }
  });

  test('has the breadcrumbs that it shows', () => {
    for (const product of catalogue) {
      const path = `/product/${product.id}`;
      const trail = thing(path, 'BreadcrumbList')['itemListElement'] as Node[];
      expect(trail.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
      expect(trail.at(-1)).toEqual({ '@type': 'ListItem', position: 4, name: product.name });
      const nav = /<nav aria-label="Breadcrumb".*?<\/nav>/s.exec(page(path).html)?.[0] ?? '';
      const shown = [...nav.matchAll(/<a [^>]*>\s*([^<]*?)\s*<\/a>/g)].map(([, text = '']) =>
        unescaped(text),
      );
      expect(shown).toEqual(['Home', 'Collection', product.subCategory]);
      expect(trail.slice(0, 3).map(({ name, item }) => [name, item])).toEqual(
        tags(nav, 'a').map(({ href = '' }, at) => [shown[at], absolute(href)]),
      );
    }
  });
});

test('the collection and its further pages have their breadcrumbs', () => {
  expect(thing('/collection', 'BreadcrumbList')['itemListElement']).toHaveLength(2);
  const further = publicPages.filter(({ path }) => /^\/collection\/\d+$/.test(path));
  expect(further).toHaveLength(Math.ceil(catalogue.length / shop.listingPage) - 1);
  for (const { path } of further) {
    expect(thing(path, 'BreadcrumbList')['itemListElement']).toHaveLength(3);
  }
});

test('the home page names the company behind the shop', () => {
  expect(thing('/', 'OnlineStore')).toMatchObject({
    name: brand.name,
    legalName: brand.company.legalName,
    url: site.href,
    logo: new URL('/icons/512.png', site).href,
    contactPoint: { telephone: brand.support.phone, email: brand.support.email },
    sameAs: brand.socials.map(({ url }) => url),
  });
  expect(thing('/', 'WebSite')).toMatchObject({ name: brand.name, url: site.href });
});

test('the questions of the Delivery page are those that it shows', () => {
  const { html } = page('/delivery');
  const asked = thing('/delivery', 'FAQPage')['mainEntity'] as {
    name: string;
    acceptedAnswer: { text: string };
  }[];
  expect(asked.length).toBeGreaterThan(2);
  const shown = unescaped(html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')).replace(
    /\s+/g,
    ' ',
  );
  for (const { name, acceptedAnswer } of asked) {
    expect(shown).toContain(name);
    expect(shown).toContain(acceptedAnswer.text.replace(/\s+/g, ' '));
  }
});
