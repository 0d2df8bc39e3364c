import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openProducts } from '../../netlify/storage/products.ts';
import { readCatalogue, readPolicyVersions, writeSnapshot } from '../../scripts/snapshot.ts';
import { checkProductFile } from '../../src/contract/product-file.ts';
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

describe('a right product file', () => {
  test('becomes a product with whole paise, a slug for an id and site paths for pictures', () => {
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
      openingStock: { S: 4, M: 0 },
      bestsellerSeed: 37,
    });
  });

  test('turns every price into exactly its paise', () => {
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

  test('may leave out what has a plain default', () => {
    const { offersEnabled, earlyOrder, bestsellerSeed, ...rest } = right;
    expect(checkProductFile('a', rest, body).product).toMatchObject({
      offersEnabled: false,
      earlyOrder: false,
      bestsellerSeed: 0,
      oldPricePaise: null,
    });
  });

  test('of one size has its pieces under default', () => {
    const { product } = checkProductFile('a', { ...right, sizes: [], stock: { default: 3 } }, body);
    expect(product?.openingStock).toEqual({ default: 3 });
  });
});

describe('a wrong product file', () => {
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
  ])('gets one sentence for a wrong %s, which begins with the field', (field, ...wrong) => {
    for (const value of wrong) {
      const change = field === 'offerTitle' ? { oldPrice: 2499, offerTitle: value } : { [field]: value };
      const problems = problemsWith(change);
      expect(problems, JSON.stringify(value)).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${field}: .{20}`));
    }
  });

  test('gets a sentence that says what to write instead', () => {
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

  test('may promise the saving that its prices give', () => {
    expect(problemsWith({ oldPrice: 2499, offerTitle: 'Diwali, ₹300 off' })).toEqual([]);
  });

  test.each([' \n', 'Very **soft**.', 'Soft <b>cotton</b>.'])('has no description in “%s”', (text) => {
    expect(problemsWith({}, 'a', text)).toEqual([expect.stringMatching(/^description: /)]);
  });

  test.each(['Kulhad Hoodie', 'kulhad_hoodie', '-hoodie', 'हुडी', 'a'.repeat(47)])(
    'cannot be called %s.md',
    (slug) => {
      expect(problemsWith({}, slug)).toEqual([expect.stringMatching(/^file name: must be small letters/)]);
    },
  );

  test('gets every mistake at once, those across fields too', () => {
    const wrong = { name: '', price: 3000, oldPrice: 2000, stock: { S: 1 }, fabric: 7 };
    expect(problemsWith(wrong)).toHaveLength(4);
    expect(checkProductFile('a', null, '').problems).toHaveLength(2);
  });
});

describe('the snapshot script', () => {
  let folder: string;
  const inFolder = (...names: string[]) => join(folder, ...names);
  const read = () => readCatalogue(inFolder('src/content/products'), inFolder('public'));
  const write = (name: string, text: string) => writeFileSync(inFolder('src/content/products', name), text);

  const fileText = (lines = '') => `---
name: Kulhad Hoodie
subCategory: Hoodie
category: Women
price: 2199
addedOn: 2026-10-09
sizes: [S]
stock:
  S: 4
images:
  - { file: one-1.webp, alt: Front, view: front }
colour: { name: Terracotta, hex: '#8f523a' }
fabric: Cotton
fit: Relaxed
print: None
care: Wash cold.
${lines}---

A plain hoodie.
`;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'taana-snapshot-'));
    mkdirSync(inFolder('src/content/products'), { recursive: true });
    mkdirSync(inFolder('public/products'), { recursive: true });
    writeFileSync(inFolder('public/products/one-1.webp'), '');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('reads files in the order of their ids, whatever their line ends', () => {
    write('b.md', fileText().replaceAll('\n', '\r\n'));
    write('a.md', `\uFEFF${fileText()}`);
    const { products, problems } = read();
    expect(problems).toEqual([]);
    expect(products.map(({ id, addedOn }) => [id, addedOn])).toEqual([
      ['a', '2026-10-09'],
      ['b', '2026-10-09'],
    ]);
  });

  test('names every mistake of every file, and pictures that are not there beside the rest', () => {
    write('a.md', fileText().replace('2199', '0').replace('one-1', 'One-1'));
    write('b.md', fileText().replace('2026-10-09', '2026-06-31'));
    write('c.md', fileText().replace('one-1.webp', 'two-1.webp'));
    write('d.md', 'No fields at all');
    write('e.md', fileText('price: 12\n'));
    write('f.txt', 'A note');
    write('g.md', fileText().replace('---\n', '---js\n'));
    mkdirSync(inFolder('src/content/products/winter'));
    expect(read()).toEqual({
      products: [],
      redirects: {},
      problems: [
        'a.md: images: One-1.webp was not found in public/products (small and capital letters differ)',
        expect.stringMatching(/^a\.md: images: picture 1: file: must be the name of a picture/),
        expect.stringMatching(/^a\.md: price: must be rupees/),
        'b.md: addedOn: must be a day that exists, written as 2026-11-20',
        'c.md: images: two-1.webp was not found in public/products (small and capital letters differ)',
        'd.md: must begin with a line of --- and its fields below it',
        expect.stringMatching(/^e\.md: the lines between --- cannot be read: duplicated mapping key/),
        'f.txt: is not a product file; a product is one file whose name ends in .md',
        'g.md: must begin with a line of --- and its fields below it',
        'winter: is not a product file; a product is one file whose name ends in .md',
      ],
    });
  });

  test('writes only what changed', () => {
    write('a.md', fileText());
    const made = ['edition.json', 'snapshot.json', 'snapshot/products.jsonl', 'snapshot/search.json'];
    const times = () => made.map((file) => statSync(inFolder(file)).mtimeMs);
    const snapshot = {
      products: read().products,
      policyVersions: { terms: '2026-11-20', privacy: '2026-11-21' },
      cropGrounds: { '/campaign/crops/one-50-50.webp': ['#d8c8a9'] },
      redirects: { '/product/old': '/product/a' },
    };
    expect(writeSnapshot(folder, snapshot)).toBe(true);
    const before = times();
    expect(writeSnapshot(folder, snapshot)).toBe(false);
    expect(times()).toEqual(before);
    const policyVersions = { terms: '2026-12-01', privacy: '2026-11-21' };
    expect(writeSnapshot(folder, { ...snapshot, policyVersions })).toBe(true);
    expect(times().slice(1)).toEqual(before.slice(1));
    const { edition, ...kept } = JSON.parse(readFileSync(inFolder('edition.json'), 'utf8')) as {
      edition: string;
    };
    expect(kept).toEqual({ policyVersions });
    expect(openProducts(inFolder('snapshot/products.jsonl')).edition).toBe(edition);
    const { products, cropGrounds, redirects } = snapshot;
    expect(JSON.parse(readFileSync(inFolder('snapshot.json'), 'utf8'))).toEqual({
      ...{ products, cropGrounds, redirects },
    });
    expect(readdirSync(folder).sort()).toEqual([
      ...['edition.json', 'public', 'snapshot', 'snapshot.json', 'src'],
    ]);
    expect(readdirSync(inFolder('snapshot')).sort()).toEqual(['products.jsonl', 'search.json']);
  });

  test('stops the build with the path of the file and leaves no snapshot', () => {
    mkdirSync(inFolder('scripts'));
    for (const part of [
      'scripts/snapshot.ts',
      'src/integrations/content-rules',
      'src/content/shop-facts.ts',
      'src/content/search-words.json',
      'netlify/services',
      'netlify/storage/products.ts',
    ]) {
      cpSync(join(root, part), inFolder(part), { recursive: true });
    }
    for (const room of ['src/contract', 'src/domain', 'package.json']) {
      cpSync(join(root, room), inFolder(room), { recursive: true });
    }
    execFileSync('ln', ['-s', join(root, 'node_modules'), inFolder('node_modules')]);
    write('a.md', fileText().replace('2199', '-1'));
    for (const texts of ['src/content/pages', 'src/content/policies']) {
      cpSync(join(root, texts), inFolder(texts), { recursive: true });
    }
    const policy = (title: string) =>
      `---\ntitle: ${title}\ndescription: ${`The ${title} of the shop. `.repeat(4)}\n`;
    writeFileSync(inFolder('src/content/policies/terms-conditions.md'), `${policy('Terms')}---\nText.\n`);
    writeFileSync(
      inFolder('src/content/policies/privacy-policy.md'),
      `${policy('Privacy')}lastChanged: 2026-11-20\n---\nWrite to {{shop.nobody}}.\n`,
    );
    const ofProductA = { headline: 'A', line: 'A', link: { label: 'A', href: '/product/a' }, pieces: ['a'] };
    const campaign = {
      ...{ picture: '/campaign/a.webp', alt: 'A', textSide: 'left', ...ofProductA },
      focus: { phone: '50% 50%', desktop: '50% 50%' },
    };
    mkdirSync(inFolder('public/campaign'));
    cpSync(join(realPublic, 'campaign/campaign-1.webp'), inFolder('public/campaign/a.webp'));
    writeFileSync(
      inFolder('src/content/home.json'),
      JSON.stringify({ hero: campaign, editorials: [campaign], earlyOrder: ofProductA }),
    );
    cpSync(join(realPublic, 'products/taana-cap-1.webp'), inFolder('public/products/one-1.webp'));
    const run = () => execFileSync(process.execPath, [inFolder('scripts/snapshot.ts')], { stdio: 'pipe' });
    expect(run).toThrow(
      /src\/content\/products\/a\.md: price: must be rupees.*\nsrc\/content\/policies\/terms-conditions\.md: lastChanged: is missing/,
    );
    expect(run).toThrow(
      /src\/content\/policies\/privacy-policy\.md: text: \{\{shop\.nobody\}\} is not a fact/,
    );
    write('a.md', fileText());
    expect(run).toThrow(/2 mistakes; nothing was written/);
    expect(readdirSync(inFolder('src/content'))).not.toContain('snapshot.json');
  });

  describe('reads the versions of the texts that shoppers accept', () => {
    const policies = () => inFolder('policies');
    const versions = () => readPolicyVersions(policies());
    const policy = (name: string, line: string) =>
      writeFileSync(join(policies(), name), `---\ntitle: A text\n${line}\n---\n\nText.\n`);
    beforeEach(() => {
      mkdirSync(policies());
      policy('terms-conditions.md', 'lastChanged: 2026-11-20');
      policy('privacy-policy.md', 'lastChanged: 2026-11-20');
    });

    test('from their lastChanged days, quoted or not, with a comment or without', () => {
      policy('terms-conditions.md', 'lastChanged: 2026-11-30 # the reviews');
      policy('privacy-policy.md', "lastChanged: '2026-12-01'");
      expect(versions()).toEqual({
        versions: { terms: '2026-11-30', privacy: '2026-12-01' },
        problems: [],
      });
    });

    test.each([
      'lastChanged: 2026-06-31',
      'lastChanged: 2026-11-20T10:00:00Z',
      'lastChanged: 20 November 2026',
      'lastChanged: 2026',
      "lastChanged: '2026-13-01'",
    ])('and refuses “%s” with the file and the field', (line) => {
      policy('privacy-policy.md', line);
      expect(versions()).toEqual({
        versions: null,
        problems: ['privacy-policy.md: lastChanged: must be a day that exists, written as 2026-11-20'],
      });
    });

    test('and names every file whose day or text is not there', () => {
      policy('terms-conditions.md', 'lastChanged:');
      rmSync(join(policies(), 'privacy-policy.md'));
      expect(versions()).toEqual({
        versions: null,
        problems: [
          'terms-conditions.md: lastChanged: is missing; write the day on which the text changed, such as 2026-11-20',
          'privacy-policy.md: is missing; /privacy-policy belongs to the shop, so its text can be changed but not deleted',
        ],
      });
    });
  });
});

describe('the shop’s own catalogue', () => {
  const { products, problems } = readCatalogue(realProducts, realPublic);
  type Product = (typeof products)[number];
  const stocked = ({ openingStock }: Product) => Object.values(openingStock).filter((pieces) => pieces > 0);

  test('has no mistake, and a product in each type', () => {
    expect(problems).toEqual([]);
    expect(new Set(products.map(({ subCategory }) => subCategory))).toEqual(
      new Set(subCategories.map(({ name }) => name)),
    );
  });

  test.each<[string, (product: Product) => boolean]>([
    ['sold out', (product) => isSoldOut(product, product.openingStock)],
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

  test('keeps its word in offer texts: every “₹… off” and “% off” is what the prices give', () => {
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
