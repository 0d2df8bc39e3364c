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
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openProducts } from '../../netlify/storage/products.ts';
import { readCatalogue, readPolicyVersions, writeSnapshot } from '../../scripts/snapshot.ts';
import { checkProductFile } from '../../src/contract/product-file.ts';
import { isReduced, isSoldOut, sizesOf } from '../../src/domain/product.ts';
import { subCategories } from '../../src/domain/catalogue.ts';
import home from '../../src/content/home.json' with { type: 'json' };
import sizeCharts from '../../src/content/size-charts.json' with { type: 'json' };
import cities from '../../src/content/cities.json' with { type: 'json' };
import regions from '../../src/content/states.json' with { type: 'json' };

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

function without(field: keyof typeof right) {
  const { [field]: _, ...rest } = right;
  return checkProductFile('kulhad-hoodie', rest, body).problems ?? [];
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

  test.each([
    [0.01, 1],
    [1.1, 110],
    [19.99, 1999],
    [1299.57, 129957],
    [8191.29, 819129],
    [999999.99, 99999999],
  ])('turns %d rupees into exactly %d paise', (rupees, paise) => {
    expect(checkProductFile('a', { ...right, price: rupees }, body).product?.pricePaise).toBe(paise);
  });

  test('may list two categories', () => {
    expect(
      checkProductFile('a', { ...right, category: ['Men', 'Unisex'] }, body).product?.categories,
    ).toEqual(['Men', 'Unisex']);
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

describe('a wrong product file is answered with the field and a sentence', () => {
  const rupees =
    'must be rupees as a plain number with at most 2 decimals, above 0 and below 10,00,000, such as 1299 or 1299.50';

  test.each([0, -5, 12.345, '1,299', '1299', 1_000_000, Number.POSITIVE_INFINITY, Number.NaN])(
    'when the price is %s',
    (price) => {
      expect(problemsWith({ price })).toEqual([`price: ${rupees}`]);
    },
  );

  test('when a field is absent or empty', () => {
    expect(without('price')).toEqual([`price: is missing; it ${rupees}`]);
    expect(problemsWith({ colour: { name: 'Red', hex: null } })).toEqual([
      "colour: hex: is missing; it must be a colour such as '#5e6850', in quotes (without them all that follows # is ignored)",
    ]);
    expect(without('images')).toEqual(['images: is missing; it must be a list of 1 to 4 pictures']);
  });

  test.each([2199, 2000])('when oldPrice is %d and the price 2199', (oldPrice) => {
    expect(problemsWith({ oldPrice })).toEqual([
      'oldPrice: must be above price; leave the line out if there is no old price',
    ]);
  });

  test('when a field is unknown, at the top or inside another', () => {
    expect(problemsWith({ colours: 'red', tag: 1 })).toEqual([
      expect.stringMatching(
        /^colours: is not a known field; the fields here are name, subCategory, category, price/,
      ),
      expect.stringMatching(/^tag: is not a known field/),
    ]);
    expect(problemsWith({ images: [{ ...right.images[0], title: 'x' }] })).toEqual([
      'images: picture 1: title: is not a known field; the fields here are file, alt, view',
    ]);
  });

  test('when stock and sizes disagree', () => {
    expect(problemsWith({ stock: { S: 1, M: 1, XXL: 1 } })).toEqual([
      'stock: names size XXL, which is not in sizes',
    ]);
    expect(problemsWith({ stock: { S: 1 } })).toEqual([
      'stock: has no line for size M; write 0 if there is none',
    ]);
    expect(problemsWith({ sizes: [], stock: { M: 1, default: 1 } })).toEqual([
      'stock: names size M, which is not possible while sizes is []; write “default” instead',
    ]);
  });

  test.each([-1, 1.5, 'many'])('when a size has %s pieces', (pieces) => {
    expect(problemsWith({ stock: { S: pieces, M: 1 } })).toEqual([
      'stock: S: must be a whole number of pieces, 0 or more',
    ]);
  });

  test.each([[['M', 'S']], [['S', 'S']], [['S', 'XXXL']], ['S, M']])('when sizes are %j', (sizes) => {
    expect(problemsWith({ sizes })).toEqual([
      'sizes: must be a list in the order XS, S, M, L, XL, XXL, each at most once, such as [S, M, L]; write [] for one-size goods',
    ]);
  });

  test('when there is no picture, or more than four, or the first is not the front, or one comes twice', () => {
    const picture = (n: number, view = 'detail') => ({ file: `p-${n}.webp`, alt: 'A picture', view });
    expect(problemsWith({ images: [] })).toContain('images: must be a list of 1 to 4 pictures');
    expect(problemsWith({ images: [picture(1, 'front'), ...[2, 3, 4, 5].map((n) => picture(n))] })).toEqual([
      'images: must be a list of 1 to 4 pictures',
    ]);
    expect(problemsWith({ images: [picture(1)] })).toEqual([
      'images: must begin with a picture whose view is front',
    ]);
    expect(problemsWith({ images: [picture(1, 'front'), picture(1)] })).toEqual([
      'images: lists the picture p-1.webp twice',
    ]);
  });

  test('when a picture has no alt text, a wrong view or a folder in its name', () => {
    expect(problemsWith({ images: [{ file: 'pictures/A.webp', alt: ' ', view: 'side' }] })).toEqual([
      'images: picture 1: file: must be the name of a picture in public/products without a folder, in small letters, such as warp-line-hoodie-1.webp',
      'images: picture 1: alt: must be text of at most 200 characters; put it in quotes if it is a number or contains a colon',
      'images: picture 1: view: must be front, back or detail',
    ]);
  });

  test('when a name from a fixed list is not in it', () => {
    expect(problemsWith({ subCategory: 'Hoodies' })).toEqual([
      'subCategory: must be one of Accessories, Bralette, Cargo Pants, Co-ord Sets, Hoodie, Shackets, Shirts, Shorts, Sweatshirts',
    ]);
    for (const category of ['Kids', [], ['Men', 'Men'], ['Men', 'Kids']]) {
      expect(problemsWith({ category })).toEqual([
        'category: must be Unisex, Men, Women, or a list of two such as [Men, Unisex]',
      ]);
    }
  });

  test.each(['2026-02-30', '09/10/2026', 'soon', 20261009])('when addedOn is %s', (addedOn) => {
    expect(problemsWith({ addedOn })).toEqual(['addedOn: must be a day that exists, written as 2026-11-20']);
  });

  test('when a switch is a word or a seed is not a count', () => {
    expect(problemsWith({ offersEnabled: 'yes', bestsellerSeed: -1 })).toEqual([
      'offersEnabled: must be true or false',
      'bestsellerSeed: must be a whole number of pieces sold, 0 or more',
    ]);
  });

  test('when an offer title promises a saving that the prices do not give', () => {
    expect(problemsWith({ oldPrice: 2499, offerTitle: 'Diwali, 20% off' })).toEqual([
      'offerTitle: promises 20% off, but the prices give 12%',
    ]);
    expect(problemsWith({ oldPrice: 2499, offerTitle: '₹1,000 off' })).toEqual([
      'offerTitle: promises ₹1,000 off, but the prices give ₹300.00',
    ]);
    expect(problemsWith({ oldPrice: 2499, offerTitle: 'Diwali, ₹300 off' })).toEqual([]);
  });

  test('when the description is missing or is not plain text', () => {
    expect(problemsWith({}, 'a', ' \n')).toEqual([
      'description: is missing; write it below the second line of ---',
    ]);
    expect(problemsWith({}, 'a', 'Very **soft**.')).toEqual([
      'description: is plain text and must not contain “**”',
    ]);
    expect(problemsWith({}, 'a', 'Soft <b>cotton</b>.')).toEqual([
      'description: is plain text and must not contain “<b”',
    ]);
  });

  test.each(['Kulhad Hoodie', 'kulhad_hoodie', '-hoodie', 'हुडी', 'a'.repeat(47)])(
    'when the file is called %s.md',
    (slug) => {
      expect(problemsWith({}, slug)).toEqual([
        'file name: must be small letters, digits and single hyphens, at most 46, such as kulhad-hoodie.md',
      ]);
    },
  );

  test('with every mistake at once, those across fields too', () => {
    expect(problemsWith({ name: '', price: 3000, oldPrice: 2000, stock: { S: 1 }, fabric: 7 }).length).toBe(
      4,
    );
  });

  test('when there is nothing at all', () => {
    expect(checkProductFile('a', null, '').problems).toEqual([
      'is missing; it must be lines of field and value',
      'description: is missing; write it below the second line of ---',
    ]);
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
  const stocked = (product: (typeof products)[number]) =>
    Object.values(product.openingStock).filter((pieces) => pieces > 0).length;

  test('has 54 products without a mistake, in all nine types', () => {
    expect(problems).toEqual([]);
    expect(products).toHaveLength(54);
    expect(new Set(products.map(({ subCategory }) => subCategory))).toEqual(
      new Set(subCategories.map(({ name }) => name)),
    );
  });

  test('shows every case that a page must handle', () => {
    const count = (test: (product: (typeof products)[number]) => boolean) => products.filter(test).length;
    expect(count((product) => isSoldOut(product, product.openingStock))).toBe(4);
    expect(count((product) => product.sizes.length > 1 && stocked(product) === 1)).toBe(6);
    expect(count((product) => product.earlyOrder)).toBe(4);
    expect(count(isReduced)).toBe(19);
    expect(count((product) => isReduced(product) && product.offerTitle === null)).toBeGreaterThan(3);
    expect(count((product) => product.oldPricePaise !== null && !product.offersEnabled)).toBe(4);
    expect(count((product) => product.sizes.length === 0)).toBe(6);
    expect(count((product) => product.categories.length > 1)).toBeGreaterThan(5);
    expect(new Set(products.map(({ pictures }) => pictures.length))).toEqual(new Set([1, 2, 3, 4]));
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

  test('has early orders in the newest drop only', () => {
    const newest = products
      .map(({ addedOn }) => addedOn)
      .sort()
      .at(-1);
    expect(newest).toBe('2026-11-18');
    expect(products.filter(({ earlyOrder }) => earlyOrder).every(({ addedOn }) => addedOn === newest)).toBe(
      true,
    );
  });

  test('is what the home page links to', () => {
    const ids = new Set(products.map(({ id }) => id));
    const pieces = [home.hero, ...home.editorials, home.earlyOrder].flatMap((block) => block.pieces);
    expect(pieces.filter((id) => !ids.has(id))).toEqual([]);
    const early = products.filter(({ earlyOrder }) => earlyOrder).map(({ id }) => id);
    expect([...home.earlyOrder.pieces].sort()).toEqual(early);
    const campaign = readdirSync(join(realPublic, 'campaign')).map((file) => `/campaign/${file}`);
    expect([home.hero, ...home.editorials].every(({ picture }) => campaign.includes(picture))).toBe(true);
  });

  test('sells every size in each product’s stock', () => {
    for (const product of products) expect(Object.keys(product.openingStock)).toEqual([...sizesOf(product)]);
  });
});

describe('size charts', () => {
  test('cover every type but accessories, and grow with each size', () => {
    expect(Object.keys(sizeCharts).sort()).toEqual(
      subCategories
        .map(({ name }) => name)
        .filter((name) => name !== 'Accessories')
        .sort(),
    );
    for (const [type, { measures, centimetres }] of Object.entries(sizeCharts)) {
      const rows = Object.entries(centimetres);
      expect(rows.map(([size]) => size)).toEqual(['XS', 'S', 'M', 'L', 'XL', 'XXL']);
      rows.forEach(([size, row], at) => {
        expect([type, size, row.length]).toEqual([type, size, measures.length]);
        row.forEach((value, column) => {
          const smaller = rows[at - 1]?.[1][column] ?? 0;
          expect(value, `${type} ${size} ${measures[column]}`).toBeGreaterThan(smaller);
        });
      });
    }
  });
});

describe('cities and states', () => {
  const regionNames = [...regions.states, ...regions.unionTerritories];

  test('are 28 states and 8 union territories, alphabetical', () => {
    expect([regions.states.length, regions.unionTerritories.length]).toEqual([28, 8]);
    expect(regions.states).toEqual([...regions.states].sort());
    expect(regions.unionTerritories).toEqual([...regions.unionTerritories].sort());
    expect(new Set(regionNames).size).toBe(36);
  });

  test('every city lies in one of them, and every one of them has a city', () => {
    expect(cities.length).toBeGreaterThanOrEqual(150);
    expect(new Set(cities.map(({ state }) => state))).toEqual(new Set(regionNames));
  });

  test('cities are alphabetical, and a name, old or new, means one city', () => {
    const names = cities.map(({ city }) => city);
    expect(names).toEqual([...names].sort());
    const all = cities.flatMap(({ city, aliases }) => [city, ...aliases]).map((name) => name.toLowerCase());
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  });
});
