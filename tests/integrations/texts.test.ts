import { readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { searchWordsProblems } from '../../src/integrations/content-rules/search-words.ts';
import {
  homeProblems,
  pageProblems as problemsOfPage,
  productPictureProblems,
  textProblems,
} from '../../src/integrations/content-rules/texts.ts';
import { readCatalogue } from '../../scripts/snapshot.ts';
import type { Product } from '../../src/domain/product.ts';
import { useFolder } from '../support/folder.ts';

const root = join(import.meta.dirname, '../..');
const folder = useFolder();

test('the texts, the home page and the pictures of this shop are valid', async () => {
  const { products } = readCatalogue(join(root, 'src/content/products'), join(root, 'public'));
  expect(products.length).toBeGreaterThan(0);
  expect(await textProblems(root, products)).toEqual([]);
  expect(searchWordsProblems(root)).toEqual([]);
});

const PRICES =
  '"prices": { "rupees": ["₹"], "thousand": ["k"], "between": ["# to #"], "under": ["under #"], "above": ["over #"] }';

test.each<[string, string | null, string]>([
  ['missing', null, 'is missing; the search understands shoppers by it'],
  ['cut off', '{ "groups": [', 'cannot be read: a comma, a quote or a bracket is missing or too many'],
  [
    'one word where a list belongs',
    `{ ${PRICES}, "groups": [{ "typed": "tee", "finds": ["tee"] }] }`,
    'groups: group 1: typed: must be a list of words or phrases of at most 40 characters, such as ["tshirt", "t shirt"]',
  ],
  [
    'a word in two groups',
    `{ ${PRICES}, "groups": [{ "typed": ["Topi"], "finds": ["cap"] }, { "typed": ["topi"], "finds": ["beanie"] }] }`,
    'groups: must name “topi” in one group alone',
  ],
  [
    'a phrase without a place for the price',
    `{ ${PRICES.replace('under #', 'under')}, "groups": [] }`,
    'prices: under: phrase 1: must be a list of phrases with one # for the price, such as ["under #", "# se kam"]',
  ],
])('an invalid table of search words gets a sentence: %s', async (_, source, problem) => {
  if (source !== null) await folder.write('src/content/search-words.json', source);
  expect(searchWordsProblems(folder.path)).toEqual([`src/content/search-words.json: ${problem}`]);
});

const places = { texts: new Set(['contact', 'size-guide']), products: new Set(['taana-cap']) };
const pageProblems = (source: string) => problemsOfPage(source, places);
const description =
  'What we do with your order, told in one sentence that is long enough for a search engine.';
const page = (lines: string, text = 'Words.') => `---\n${lines}\n---\n\n${text}\n`;
const fields = `title: Terms\ndescription: ${description}\nlastChanged: 2026-11-20`;

/** The lines of a valid page, with one of them replaced; null removes it. */
const withField = (field: string, line: string | null) =>
  page(
    fields
      .split('\n')
      .flatMap((each) => (each.startsWith(`${field}:`) ? (line ?? []) : each))
      .join('\n'),
  );

test.each<[string, string, RegExp]>([
  ['a short summary', withField('description', 'description: Short.'), /^description: .* and has 6; search/],
  ['a long summary', withField('description', `description: ${'x'.repeat(200)}`), /^description: .* has 200/],
  ['no heading', withField('title', null), /^title: must be text, the heading of the page/],
  ['an impossible day', withField('lastChanged', 'lastChanged: 2026-06-31'), /^lastChanged: must be a day/],
  ['no day', withField('lastChanged', null), /^lastChanged: is missing; write the day/],
  ['an unknown field', page(`${fields}\nauthor: Asha`), /^author: is not a known field; take it out$/],
  ['an unknown fact', page(fields, 'Call {{shop.phone}}.'), /^text: \{\{shop\.phone\}\} is not a fact/],
  ['other braces', page(fields, 'Dear {{name}}.'), /^text: \{\{name\}\} is not a fact of the shop/],
  ['no text', page(fields, ''), /^text: is missing; write it below/],
  ['a second main heading', page(fields, '# Terms\n\nWords.'), /^text: “# Terms” is .* write ## instead/],
  [
    'a colon without quotes',
    withField('title', 'title: Terms: all'),
    /^the lines between --- cannot be read: /,
  ],
  ['no lines of ---', 'Words.', /^must begin with a line of ---/],
  [
    'a dead link',
    page(fields, '[Guide](/sizes). [Twice](/sizes).'),
    /^text: \/sizes is not a page of this shop$/,
  ],
  [
    'a button to an unknown product',
    page(`${fields}\nbutton: { label: See, link: /product/topi }`),
    /^button: link: topi is not a product of this shop$/,
  ],
])('a page with %s gets one sentence with the remedy', (_, source, sentence) => {
  expect(pageProblems(source)).toEqual([expect.stringMatching(sentence)]);
});

test('a valid page gets no sentence', () => {
  expect(pageProblems(page(fields, 'Write to {{shop.support.email}}. [Sizes](/size-guide)'))).toEqual([]);
});

describe('the home page', () => {
  const source = readFileSync(join(root, 'src/content/home.json'), 'utf8');
  /** A valid home page, with these values at these paths, such as `hero.alt`. */
  const homeWith = (values: Record<string, unknown>) => {
    const home = JSON.parse(source);
    const link = { label: 'See it', href: '/product/taana-cap' };
    for (const block of [home.hero, ...home.editorials, home.earlyOrder]) {
      Object.assign(block, { pieces: ['taana-cap'], link: { ...link } });
    }
    for (const [path, value] of Object.entries(values)) {
      const fieldNames = path.split('.');
      const last = fieldNames.pop() ?? '';
      fieldNames.reduce((place, name) => place[name], home)[last] = value;
    }
    return homeProblems(JSON.stringify(home), places, join(root, 'public'));
  };

  test.each([
    '/',
    '/size-guide#chest',
    '/wishlist',
    '/product/taana-cap?size=default',
    '/collection?subCategory=Hoodie&subCategory=Co-ord+Sets&sizes=M&minPrice=500&maxPrice=1499.50&sort=newest',
    '/collection?search=black%20hoodie',
  ])('may have a campaign that links to %s', (href) => {
    expect(homeWith({ 'editorials.1.link.href': href })).toEqual([]);
  });

  test.each<[path: string, value: unknown, sentence: string]>([
    ['editorials.1.link.href', '/sizes', '/sizes is not a page of this shop'],
    ['editorials.1.link.href', '/cart/full', '/cart/full is not a page of this shop'],
    ['editorials.1.link.href', '/\\\\elsewhere.example', '/\\\\elsewhere.example leads out of the shop'],
    ['editorials.1.link.href', '/collection?subCategory=Hoody', 'Hoody is not a type of the collection'],
    ['editorials.1.link.href', '/collection?sizes=M&sizes=XXXL', 'XXXL is not a size of the collection'],
    ['editorials.1.link.href', '/collection?sort=best', 'best is not a sort order of the collection'],
    ['editorials.1.link.href', '/collection?maxPrice=cheap', 'maxPrice=cheap is not a price in rupees'],
    ['editorials.1.link.href', '/collection?search=', 'search= has no words'],
    ['editorials.1.link.href', '/collection?colour=red', 'the collection knows no colour'],
    ['editorials.0.link.href', 'https://elsewhere.example', 'href: must be an address in this shop'],
    ['earlyOrder.link.href', '/product/topi', 'topi is not a product of this shop'],
    ['hero.pieces', ['taana-cap', 'topi'], 'topi is not a product; write the name of its file'],
    ['editorials.0.firstDay', '2026-11-31', 'must be a day that exists, written as 2026-11-20'],
    ['hero.lastDay', '2026-12-01', 'lastDay: is not a known field'],
    ['editorials.1.picture', '/campaign/campaign-9.webp', 'campaign-9.webp was not found in public/campaign'],
    ['hero.headline', ' ', 'must be text of at most 60 characters'],
    ['hero.alt', undefined, 'is missing; it must be text'],
    ['hero.textSide', 'middle', 'must be left or right'],
    ['hero.focus.phone', 'left', 'must be two percentages'],
    ['banner', 'Sale', 'is not a known field'],
  ])('gets one sentence if %s is %j', (path, value, sentence) => {
    const field = path
      .replace(/\.(\d)/, (_, at) => `: block ${Number(at) + 1}`)
      .replace(/\.href$/, '')
      .replaceAll('.', ': ');
    const problems = homeWith({ [path]: value });
    expect(problems).toEqual([expect.stringContaining(sentence)]);
    expect(problems[0]).toMatch(new RegExp(`^${field}: `));
  });

  test('gets one sentence if a campaign ends before it begins, and if it is no JSON', () => {
    expect(homeWith({ 'editorials.1.firstDay': '2026-12-02', 'editorials.1.lastDay': '2026-12-01' })).toEqual(
      ['editorials: block 2: lastDay: must not be before firstDay (2026-12-02)'],
    );
    expect(homeProblems('{ "hero": ', places, root)).toEqual([
      'cannot be read: a comma, a quote or a bracket is missing or too many',
    ]);
  });
});

describe('pages and policies that marketers add', () => {
  const write = (path: string, source: string) => folder.write(`src/content/${path}`, source);
  const added = (title: string, footer = 'help') =>
    page(
      `title: ${title}\ndescription: '${title}: ${description}'\nlastChanged: 2026-11-20\nfooter: ${footer}\nfooterOrder: 1`,
    );
  const problems = () => textProblems(folder.path, []);

  beforeEach(async () => {
    for (const part of ['src/content/pages', 'src/content/policies', 'public/campaign']) {
      await cp(join(root, part), folder.at(part), { recursive: true });
    }
    const home = JSON.parse(readFileSync(join(root, 'src/content/home.json'), 'utf8'));
    for (const block of [home.hero, ...home.editorials, home.earlyOrder]) {
      Object.assign(block, { pieces: ['taana-cap'], link: { label: 'See it', href: '/collection' } });
    }
    await write('home.json', JSON.stringify(home));
    await write('products/taana-cap.md', '');
  });

  test('are valid, and so are links to them', async () => {
    await write('pages/size-guide.md', added('Size guide'));
    await write('policies/exchanges.md', `${added('Exchanges', 'company')}\n[Sizes](/size-guide)\n`);
    expect(await problems()).toEqual([]);
  });

  test('may be removed, except linked ones and those that belong to the shop', async () => {
    await write('policies/exchanges.md', `${added('Exchanges')}\n[Sizes](/size-guide)\n`);
    await rm(folder.at('src/content/policies/shipping-delivery-policy.md'));
    expect(await problems()).toEqual([
      'src/content/policies/shipping-delivery-policy.md: is missing; /shipping-delivery-policy belongs to the shop, so its text can be changed but not deleted',
      'src/content/policies/exchanges.md: text: /size-guide is not a page of this shop',
    ]);
  });

  test.each([
    ['pages/cart.md', 'address: /cart is an address of the shop already; choose another one'],
    ['pages/api.md', 'address: /api is an address of the shop already; choose another one'],
    [
      'policies/Size Guide.md',
      'address: must be small letters, digits and single hyphens, at most 50, such as size-guide',
    ],
    [
      'policies/about.md',
      'address: /about belongs to src/content/pages/about.md as well; choose another one',
    ],
    [
      'pages/privacy-policy.md',
      'address: /privacy-policy belongs to src/content/policies/privacy-policy.md as well; choose another one',
    ],
  ])('are refused at %s with one sentence', async (path, problem) => {
    await write(path, added('Size guide'));
    expect(await problems()).toEqual([`src/content/${path}: ${problem}`]);
  });

  test('are refused with another page’s address, heading or summary', async () => {
    await write('pages/size-guide.md', added('Size guide'));
    await write('policies/size-guide.md', added('Size guide'));
    expect(await problems()).toEqual([
      'src/content/pages/size-guide.md: address: /size-guide belongs to src/content/policies/size-guide.md as well; choose another one',
      'src/content/policies/size-guide.md: title: is that of src/content/pages/size-guide.md as well; change one',
      'src/content/policies/size-guide.md: description: is that of src/content/pages/size-guide.md as well; change one',
    ]);
  });

  test('are in the footer until it is full', async () => {
    for (const title of ['A', 'B', 'C', 'D'])
      await write(`pages/page-${title.toLowerCase()}.md`, added(title));
    await write('policies/page-e.md', added('E', 'none'));
    expect(await problems()).toEqual([]);
    await write('policies/page-f.md', added('F', 'company'));
    expect(await problems()).toEqual([
      'src/content/policies/page-f.md: footer: must be none, because 4 added pages stand in the footer already, which every phone loads with every page; or take another one out of it',
    ]);
  });
});

describe('a picture of a product', () => {
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#5e6850' } });
  const inFolder = (file: string) => folder.at('products', file);
  beforeEach(() => folder.write('products/none.webp', 'no picture'));
  const problems = (file: string) => {
    const pictures = [{ src: `/products/${file}`, alt: 'A', view: 'front' }];
    return productPictureProblems([{ id: 'tee', pictures } as unknown as Product], folder.path);
  };

  test('of the wrong size or type, or an unreadable one, gets a sentence', async () => {
    await drawn(800, 800).webp().toFile(inFolder('small.webp'));
    await drawn(1200, 1320).png().toFile(inFolder('png.webp'));
    expect(await problems('small.webp')).toEqual([
      'src/content/products/tee.md: images: small.webp is 800 × 800 pixels; a product picture must be 1200 × 1320 pixels, so cut and scale it before it goes into the shop',
    ]);
    expect((await problems('png.webp'))[0]).toMatch(/is a PNG picture although its name ends in \.webp/);
    expect((await problems('none.webp'))[0]).toMatch(/cannot be read as a picture; export it again/);
  });

  test.each(['webp', 'jpg', 'png', 'avif'] as const)('may be a valid .%s', async (kind) => {
    await drawn(1200, 1320)
      .toFormat(kind === 'jpg' ? 'jpeg' : kind, { effort: 1 })
      .toFile(inFolder(`tee.${kind}`));
    expect(await problems(`tee.${kind}`)).toEqual([]);
  });
});
