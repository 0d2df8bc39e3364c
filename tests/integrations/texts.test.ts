import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { searchWordsProblems } from '../../src/integrations/content-rules/search-words.ts';
import {
  homeProblems,
  pageProblems as problemsOfPage,
  productPictureProblems,
  textProblems,
} from '../../src/integrations/content-rules/texts.ts';
import { readCatalogue } from '../../scripts/snapshot.ts';
import type { Product } from '../../src/domain/product.ts';

const root = join(import.meta.dirname, '../..');

test('the texts, the home page and the pictures of this shop are right', async () => {
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
])('a wrong table of search words gets a sentence: %s', async (_, source, problem) => {
  const folder = await mkdtemp(join(tmpdir(), 'taana-words-'));
  if (source !== null) {
    await mkdir(join(folder, 'src/content'), { recursive: true });
    await writeFile(join(folder, 'src/content/search-words.json'), source);
  }
  expect(searchWordsProblems(folder)).toEqual([`src/content/search-words.json: ${problem}`]);
  await rm(folder, { recursive: true });
});

const places = { texts: new Set(['contact', 'size-guide']), products: new Set(['taana-cap']) };
const pageProblems = (source: string) => problemsOfPage(source, places);
const description =
  'What we do with your order, told in one sentence that is long enough for a search engine.';
const page = (lines: string, text = 'Words.') => `---\n${lines}\n---\n\n${text}\n`;
const fields = `title: Terms\ndescription: ${description}\nlastChanged: 2026-11-20`;

describe('a wrong edit of a page gets one sentence that says what to do', () => {
  test.each<[string, string, RegExp]>([
    [
      'a summary that is too short',
      page(fields.replace(description, 'Short.')),
      /^description: must have 80 to 155 characters, and has 6; search engines show it/,
    ],
    [
      'a summary that is too long',
      page(fields.replace(description, 'long '.repeat(40))),
      /^description: must have 80 to 155 characters, and has 199/,
    ],
    [
      'no heading',
      page(fields.replace('title: Terms\n', '')),
      /^title: must be text, the heading of the page/,
    ],
    [
      'a day that does not exist',
      page(fields.replace('2026-11-20', '2026-06-31')),
      /^lastChanged: must be a day that exists, written as 2026-11-20$/,
    ],
    [
      'no day',
      page(fields.replace('\nlastChanged: 2026-11-20', '')),
      /^lastChanged: is missing; write the day on which the text changed/,
    ],
    [
      'a field that nobody knows',
      page(`${fields}\nauthor: Asha`),
      /^author: is not a known field; take it out$/,
    ],
    [
      'a question without its mark',
      page(`${fields}\nfaq:\n  - question: How long\n    answer: It takes three to five days.`),
      /^faq: entry 1: question: must end with a question mark/,
    ],
    [
      'a fact that the shop does not have',
      page(fields, 'Call {{shop.phone}}.'),
      /^text: \{\{shop\.phone\}\} is not a fact of the shop; write one such as/,
    ],
    [
      'braces that are no fact',
      page(fields, 'Dear {{name}}.'),
      /^text: \{\{name\}\} is not a fact of the shop/,
    ],
    ['no text', page(fields, ''), /^text: is missing; write it below/],
    [
      'a second heading of the page',
      page(fields, '# Terms\n\nWords.'),
      /^text: “# Terms” is a heading of the first rank.*write ## instead/,
    ],
    [
      'a colon without quotes',
      page(fields.replace('Terms', 'Terms: all')),
      /^the lines between --- cannot be read: /,
    ],
    ['no lines of ---', 'Words.', /^must begin with a line of ---/],
    [
      'a link to a page that is not there',
      page(fields, 'See [sizes](/size-guide) and [the guide](/sizes). [Twice](/sizes).'),
      /^text: \/sizes is not a page of this shop$/,
    ],
    [
      'a button to a product that is not there',
      page(`${fields}\nbutton: { label: See, link: /product/topi }`),
      /^button: link: topi is not a product of this shop$/,
    ],
  ])('%s', (_, source, sentence) => {
    const problems = pageProblems(source);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(sentence);
  });

  test('and a right one none', () => {
    expect(pageProblems(page(fields, 'Write to {{shop.support.email}}.'))).toEqual([]);
  });
});

describe('a wrong edit of the home page', () => {
  const right = async () => {
    const home = JSON.parse(await readFile(join(root, 'src/content/home.json'), 'utf8'));
    const link = { label: 'See it', href: '/product/taana-cap' };
    for (const block of [home.hero, ...home.editorials, home.earlyOrder]) {
      Object.assign(block, { pieces: ['taana-cap'], link });
    }
    return home;
  };
  const problemsOf = (home: unknown) => homeProblems(JSON.stringify(home), places, join(root, 'public'));

  test('is none while nothing is wrong', async () => {
    expect(problemsOf(await right())).toEqual([]);
  });

  test.each([
    '/',
    '/size-guide#chest',
    '/wishlist',
    '/product/taana-cap?size=default',
    '/collection?subCategory=Hoodie&subCategory=Co-ord+Sets&sizes=M&minPrice=500&maxPrice=1499.50&sort=newest',
    '/collection?search=black%20hoodie',
  ])('is none with a campaign that leads to %s', async (href) => {
    const home = await right();
    home.editorials[1].link = { label: 'See it', href };
    expect(problemsOf(home)).toEqual([]);
  });

  test.each<[string, (home: Awaited<ReturnType<typeof right>>) => void, RegExp]>([
    [
      'names a product that is not there',
      (home) => home.hero.pieces.push('topi'),
      /^hero: pieces: topi is not a product; write the name of its file without \.md$/,
    ],
    [
      'leads to a product that is not there',
      (home) => {
        home.earlyOrder.link = { label: 'See', href: '/product/topi' };
      },
      /^earlyOrder: link: topi is not a product of this shop$/,
    ],
    ...(
      [
        ['/sizes', '/sizes is not a page of this shop'],
        ['/cart/full', '/cart/full is not a page of this shop'],
        ['/\\\\elsewhere.example', '/\\\\elsewhere.example leads out of the shop'],
        ['/collection?subCategory=Hoody', 'Hoody is not a type of the collection; choose one of Acc'],
        ['/collection?sizes=M&sizes=XXXL', 'XXXL is not a size of the collection; choose one of XS'],
        ['/collection?sort=best', 'best is not a sort order of the collection; choose one of newest'],
        ['/collection?maxPrice=cheap', 'maxPrice=cheap is not a price in rupees, such as 1500'],
        ['/collection?search=', 'search= has no words'],
        ['/collection?colour=red', 'the collection knows no colour; it knows subCategory, sizes, sort'],
      ] as const
    ).map(([href, problem]): [string, (home: Awaited<ReturnType<typeof right>>) => void, RegExp] => [
      `leads to ${href}`,
      (home) => {
        home.editorials[1].link = { label: 'See it', href };
      },
      new RegExp(`^editorials: block 2: link: ${problem.replace(/[?\\.]/g, '\\$&')}`),
    ]),
    [
      'begins on a day that does not exist',
      (home) => {
        home.editorials[0].firstDay = '2026-11-31';
      },
      /^editorials: block 1: firstDay: must be a day that exists, written as 2026-11-20; take the line out/,
    ],
    [
      'ends before it begins',
      (home) => {
        Object.assign(home.editorials[1], { firstDay: '2026-12-02', lastDay: '2026-12-01' });
      },
      /^editorials: block 2: lastDay: must not be before firstDay \(2026-12-02\)$/,
    ],
    [
      'ends at the top',
      (home) => {
        home.hero.lastDay = '2026-12-01';
      },
      /^hero: lastDay: is not a known field/,
    ],
    [
      'shows a picture that is not there',
      (home) => {
        home.editorials[1].picture = '/campaign/campaign-9.webp';
      },
      /^editorials: block 2: picture: campaign-9\.webp was not found in public\/campaign$/,
    ],
    [
      'leads out of the shop',
      (home) => {
        home.editorials[0].link = { label: 'See', href: 'https://elsewhere.example' };
      },
      /^editorials: block 1: link: href: must be an address in this shop/,
    ],
    [
      'says nothing',
      (home) => {
        home.hero.headline = ' ';
      },
      /^hero: headline: must be text of at most 60 characters$/,
    ],
    [
      'leaves a field out',
      (home) => {
        delete home.hero.alt;
      },
      /^hero: alt: is missing; it must be text/,
    ],
    [
      'puts the words in the middle',
      (home) => {
        home.hero.textSide = 'middle';
      },
      /^hero: textSide: must be left or right$/,
    ],
    [
      'looks at no point',
      (home) => {
        home.hero.focus.phone = 'left';
      },
      /^hero: focus: phone: must be two percentages/,
    ],
    [
      'has a field that nobody knows',
      (home) => {
        home.banner = 'Sale';
      },
      /^banner: is not a known field/,
    ],
  ])('that %s gets one sentence', async (_, edit, sentence) => {
    const home = await right();
    edit(home);
    const problems = problemsOf(home);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(sentence);
  });

  test('that is no JSON any more gets one sentence', () => {
    expect(homeProblems('{ "hero": ', places, root)).toEqual([
      'cannot be read: a comma, a quote or a bracket is missing or too many',
    ]);
  });
});

describe('pages and policies that marketers add', () => {
  let folder: string;
  const write = (path: string, source: string) => writeFile(join(folder, 'src/content', path), source);
  const added = (title: string, footer = 'help') =>
    page(
      `title: ${title}\ndescription: '${title}: ${description}'\nlastChanged: 2026-11-20\nfooter: ${footer}\nfooterOrder: 1`,
    );
  const problems = () => textProblems(folder, []);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'taana-texts-'));
    await cp(join(root, 'src/content/pages'), join(folder, 'src/content/pages'), { recursive: true });
    await cp(join(root, 'src/content/policies'), join(folder, 'src/content/policies'), { recursive: true });
    await mkdir(join(folder, 'src/content/products'));
    const home = JSON.parse(await readFile(join(root, 'src/content/home.json'), 'utf8'));
    for (const block of [home.hero, ...home.editorials, home.earlyOrder]) {
      Object.assign(block, { pieces: ['taana-cap'], link: { label: 'See it', href: '/collection' } });
    }
    await write('home.json', JSON.stringify(home));
    await write('products/taana-cap.md', '');
    await cp(join(root, 'public/campaign'), join(folder, 'public/campaign'), { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('are right, and so are links to them', async () => {
    await write('pages/size-guide.md', added('Size guide'));
    await write('policies/exchanges.md', `${added('Exchanges', 'company')}\n[Sizes](/size-guide)\n`);
    expect(await problems()).toEqual([]);
  });

  test('may go again, but not while something leads there, and not one of the specification', async () => {
    await write('policies/exchanges.md', `${added('Exchanges')}\n[Sizes](/size-guide)\n`);
    await rm(join(folder, 'src/content/policies/shipping-delivery-policy.md'));
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

  test('are refused with an address, a heading or a summary that another one has', async () => {
    await write('pages/size-guide.md', added('Size guide'));
    await write('policies/size-guide.md', added('Size guide'));
    expect(await problems()).toEqual([
      'src/content/pages/size-guide.md: address: /size-guide belongs to src/content/policies/size-guide.md as well; choose another one',
      'src/content/policies/size-guide.md: title: is that of src/content/pages/size-guide.md as well; change one',
      'src/content/policies/size-guide.md: description: is that of src/content/pages/size-guide.md as well; change one',
    ]);
  });

  test('stand in the footer until it is full', async () => {
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

describe('a wrong picture of a product gets a sentence, and not a distorted card', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'taana-pictures-'));
    await mkdir(join(folder, 'products'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#5e6850' } });
  const problems = (file: string) =>
    productPictureProblems(
      [
        {
          id: 'tee',
          pictures: [{ src: `/products/${file}`, alt: 'A', view: 'front' }],
        } as unknown as Product,
      ],
      folder,
    );
  const inFolder = (file: string) => join(folder, 'products', file);

  test('of another size', async () => {
    await drawn(800, 800).webp().toFile(inFolder('tee-1.webp'));
    expect(await problems('tee-1.webp')).toEqual([
      'src/content/products/tee.md: images: tee-1.webp is 800 × 800 pixels; a product picture must be 1200 × 1320 pixels, so cut and scale it before it goes into the shop',
    ]);
  });

  test('of another kind than its name says', async () => {
    await drawn(1200, 1320).png().toFile(inFolder('tee-1.webp'));
    expect((await problems('tee-1.webp'))[0]).toMatch(
      /tee-1\.webp is a PNG picture although its name ends in \.webp/,
    );
  });

  test('that is no picture', async () => {
    await cp(join(root, 'package.json'), inFolder('tee-1.webp'));
    expect((await problems('tee-1.webp'))[0]).toMatch(
      /tee-1\.webp cannot be read as a picture; export it again/,
    );
  });

  test('and a right one gets none, in every format that is taken', async () => {
    await drawn(1200, 1320).webp().toFile(inFolder('tee-1.webp'));
    await drawn(1200, 1320).jpeg().toFile(inFolder('tee-2.jpg'));
    await drawn(1200, 1320).png().toFile(inFolder('tee-3.png'));
    await drawn(1200, 1320).avif({ effort: 0 }).toFile(inFolder('tee-4.avif'));
    for (const file of ['tee-1.webp', 'tee-2.jpg', 'tee-3.png', 'tee-4.avif']) {
      expect(await problems(file), file).toEqual([]);
    }
  });
});
