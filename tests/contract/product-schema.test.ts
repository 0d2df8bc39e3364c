import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../scripts/snapshot.ts';
import { checkProductFile } from '../../src/contract/product-schema.ts';
import { isReduced, isSoldOut } from '../../src/domain/product.ts';
import { subCategories } from '../../src/domain/catalogue.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const realProducts = join(root, 'src/content/products');
const realPublic = join(root, 'public');

const right = {
  name: 'Kulhad Hoodie',
  subCategory: 'Hoodie',
  category: 'Women',
  price: 2199,
  offersEnabled: false,
  earlyOrder: false,
  addedOn: '2026-10-09',
  sizes: ['S', 'M'],
  stock: { S: 4, M: 0 },
  bestsellerSeed: 37,
  images: [{ file: 'kulhad-hoodie-1.webp', alt: 'Kulhad Hoodie, front', view: 'front' }],
  colour: { name: 'Terracotta', hex: '#8f523a' },
  fabric: '360 gsm cotton fleece',
  fit: 'Relaxed',
  print: 'None',
  care: 'Machine wash cold.',
};
const body = 'A plain hoodie.\n';

function problemsWith(change: Record<string, unknown>, slug = 'kulhad-hoodie', text = body) {
  return checkProductFile(slug, { ...right, ...change }, text).problems ?? [];
}

describe('a valid product file', () => {
  test('becomes a product with whole paise, a slug as its id and site paths for pictures', () => {
    const { product } = checkProductFile(
      'kulhad-hoodie',
      { ...right, price: 1299.9, oldPrice: 1499.95 },
      body,
    );
    expect(product).toEqual({
      id: 'kulhad-hoodie',
      name: 'Kulhad Hoodie',
      pricePaise: 129990,
      oldPricePaise: 149995,
      pictures: [{ src: '/products/kulhad-hoodie-1.webp', alt: 'Kulhad Hoodie, front', view: 'front' }],
      sizes: ['S', 'M'],
      categories: ['Women'],
      subCategory: 'Hoodie',
      description: 'A plain hoodie.',
      colour: { name: 'Terracotta', hex: '#8f523a' },
      fabric: '360 gsm cotton fleece',
      fit: 'Relaxed',
      print: 'None',
      care: 'Machine wash cold.',
      addedOn: '2026-10-09',
      earlyOrder: false,
      offersEnabled: false,
      offerTitle: null,
      offerDescription: null,
      initialStock: { S: 4, M: 0 },
      bestsellerSeed: 37,
    });
  });

  test('converts every price to its exact paise', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (paise) => {
        expect(checkProductFile('a', { ...right, price: paise / 100 }, body).product?.pricePaise).toBe(paise);
      }),
    );
  });

  test('keeps paragraphs apart and joins lines that were broken by hand', () => {
    const text = '\nOne line\nand its rest.\n\n\n  The second.  \n';
    expect(checkProductFile('a', right, text).product?.description).toBe(
      'One line and its rest.\n\nThe second.',
    );
    expect(checkProductFile('a', right, text.replaceAll('\n', '\r\n')).product?.description).toBe(
      'One line and its rest.\n\nThe second.',
    );
  });

  test('can leave out fields that have a default', () => {
    const { offersEnabled, earlyOrder, bestsellerSeed, ...rest } = right;
    expect(checkProductFile('a', rest, body).product).toMatchObject({
      offersEnabled: false,
      earlyOrder: false,
      bestsellerSeed: 0,
      oldPricePaise: null,
    });
  });

  test('without sizes has its stock under default', () => {
    const { product } = checkProductFile('a', { ...right, sizes: [], stock: { default: 3 } }, body);
    expect(product?.initialStock).toEqual({ default: 3 });
  });
});

describe('an invalid product file', () => {
  const picture = (n: number, view = 'detail') => ({ file: `p-${n}.webp`, alt: 'A picture', view });

  test.each<[field: string, ...wrong: unknown[]]>([
    ['price', 0, -5, 12.345, '1,299', '1299', 1_000_000, Number.POSITIVE_INFINITY, Number.NaN, undefined],
    ['oldPrice', 2199, 2000],
    ['sizes', ['M', 'S'], ['S', 'S'], ['S', 'XXXL'], 'S, M'],
    ['stock', { S: 1, M: 1, XXL: 1 }, { S: 1 }, { S: 1, M: 1, default: 1 }],
    ['stock', { S: -1, M: 1 }, { S: 1.5, M: 1 }, { S: 'many', M: 1 }],
    ['images', undefined, [], [picture(1)], [picture(1, 'front'), picture(1)]],
    ['images', [picture(1, 'front'), ...[2, 3, 4, 5].map((n) => picture(n))]],
    ['images', [{ ...picture(1, 'front'), title: 'x' }], [{ ...picture(1, 'front'), alt: ' ' }]],
    ['images', [{ ...picture(1, 'front'), file: 'pictures/A.webp' }], [picture(1, 'side')]],
    ['subCategory', 'Hoodies'],
    ['category', 'Kids', [], ['Men', 'Men'], ['Men', 'Kids']],
    ['addedOn', '2026-02-30', '09/10/2026', 'soon', 20261009],
    ['offersEnabled', 'yes'],
    ['bestsellerSeed', -1, 1.5],
    ['colour', { name: 'Red', hex: null }],
    ['colours', 'red'],
    ['offerTitle', '20% off', '₹1,000 off'],
  ])('gets one message for a wrong %s, which begins with the field', (field, ...wrong) => {
    for (const value of wrong) {
      const change = field === 'offerTitle' ? { oldPrice: 2499, offerTitle: value } : { [field]: value };
      const problems = problemsWith(change);
      expect(problems, JSON.stringify(value)).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${field}: .{20}`));
    }
  });

  test('gets a message that says what to write instead', () => {
    expect(problemsWith({ price: 0, tag: 1, stock: { S: 1 } })).toEqual([
      'price: must be rupees as a plain number with at most 2 decimals, above 0 and below 10,00,000, such as 1299 or 1299.50',
      expect.stringMatching(/^tag: is not a known field; the fields here are name, subCategory, category/),
      'stock: has no line for size M; write 0 if there is none',
    ]);
    expect(problemsWith({ oldPrice: 2499, offerTitle: 'Diwali, 20% off' })).toEqual([
      'offerTitle: promises 20% off, but the prices give 12%',
    ]);
    expect(problemsWith({ sizes: [], stock: { M: 1, default: 1 } })).toEqual([
      'stock: names size M, which is not possible while sizes is []; write “default” instead',
    ]);
  });

  test('can promise the saving that its prices give', () => {
    expect(problemsWith({ oldPrice: 2499, offerTitle: 'Diwali, ₹300 off' })).toEqual([]);
  });

  test.each([' \n', 'Very **soft**.', 'Soft <b>cotton</b>.'])('has no description in “%s”', (text) => {
    expect(problemsWith({}, 'a', text)).toEqual([expect.stringMatching(/^description: /)]);
  });

  test.each(['Kulhad Hoodie', 'kulhad_hoodie', '-hoodie', 'हुडी', 'a'.repeat(47)])(
    'cannot be named %s.md',
    (slug) => {
      expect(problemsWith({}, slug)).toEqual([expect.stringMatching(/^file name: must be small letters/)]);
    },
  );

  test('gets a message for every mistake at once, those across fields too', () => {
    const wrong = { name: '', price: 3000, oldPrice: 2000, stock: { S: 1 }, fabric: 7 };
    expect(problemsWith(wrong)).toHaveLength(4);
    expect(checkProductFile('a', null, '').problems).toHaveLength(2);
  });
});

describe('the shop’s catalogue', () => {
  const { products, problems } = readCatalogue(realProducts, realPublic);
  type Product = (typeof products)[number];
  const stocked = ({ initialStock }: Product) => Object.values(initialStock).filter((pieces) => pieces > 0);

  test('has no mistake, and a product of each type', () => {
    expect(problems).toEqual([]);
    expect(new Set(products.map(({ subCategory }) => subCategory))).toEqual(
      new Set(subCategories.map(({ name }) => name)),
    );
  });

  test.each<[string, (product: Product) => boolean]>([
    ['sold out', (product) => isSoldOut(product, product.initialStock)],
    ['in stock in one of its sizes', (product) => product.sizes.length > 1 && stocked(product).length === 1],
    ['an early order', (product) => product.earlyOrder],
    ['reduced without an offer', (product) => isReduced(product) && product.offerTitle === null],
    [
      'dearer before, without an offer',
      (product) => product.oldPricePaise !== null && !product.offersEnabled,
    ],
    ['without sizes', (product) => product.sizes.length === 0],
    ['in two categories', (product) => product.categories.length > 1],
    ['shown in one picture', (product) => product.pictures.length === 1],
    ['shown in four pictures', (product) => product.pictures.length === 4],
  ])('shows pages a product that is %s', (_what, is) => {
    expect(products.filter(is).length).toBeGreaterThan(0);
  });

  test('has true offer texts: every “₹… off” and “% off” matches the prices', () => {
    for (const { id, offerTitle, offerDescription, pricePaise, oldPricePaise } of products) {
      if (oldPricePaise === null) continue;
      const saved = oldPricePaise - pricePaise;
      const words = `${offerTitle ?? ''} ${offerDescription ?? ''}`;
      for (const [, rupees] of words.matchAll(/₹([\d,]+) (?:off|less|below)/g)) {
        expect([id, Number(rupees?.replaceAll(',', '')) * 100]).toEqual([id, saved]);
      }
      for (const [, rupees] of words.matchAll(/(?:usual|instead of) ₹([\d,]+)/g)) {
        expect([id, Number(rupees?.replaceAll(',', '')) * 100]).toEqual([id, oldPricePaise]);
      }
      for (const [, percent] of words.matchAll(/(\d+)% off/g)) {
        expect([id, Number(percent)]).toEqual([id, Math.floor((saved * 100) / oldPricePaise)]);
      }
    }
  });
});
