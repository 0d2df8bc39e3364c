import { z } from 'zod';
import { sizes as allSizes, subCategories } from '../domain/catalogue.ts';
import { formatPrice, paiseFromRupees } from '../domain/money.ts';
import { ONE_SIZE, type Product } from '../domain/product.ts';
import { block, must } from './file-rules.ts';

/**
 * The file of a product as a marketer writes it: the lines between `---` and the description below them. Read by
 * scripts/snapshot.ts alone. Every sentence here is shown to a marketer, after the name of the file and of the field.
 */

const categoryNames = ['Unisex', 'Men', 'Women'] as const;
const subCategoryNames = subCategories.map(({ name }) => name);

/** One crore is what an order may come to; ten pieces of the dearest product stay below it. */
const dearestRupees = 999_999.99;

function text(max: number) {
  const rule = must(
    `be text of at most ${max} characters; put it in quotes if it is a number or contains a colon`,
  );
  return z.string(rule).trim().min(1, rule).max(max, rule);
}

const rupeesRule = must(
  'be rupees as a plain number with at most 2 decimals, above 0 and below 10,00,000, such as 1299 or 1299.50',
);
const rupees = z
  .number(rupeesRule)
  .refine((value) => value > 0 && value <= dearestRupees && paiseFromRupees(value) !== null, rupeesRule);

const yesOrNo = z.boolean(must('be true or false')).default(false);

const sizesRule = must(
  `be a list in the order ${allSizes.join(', ')}, each at most once, such as [S, M, L]; write [] for one-size goods`,
);
const sizes = z
  .array(z.string(sizesRule), sizesRule)
  .refine((list) => allSizes.filter((size) => list.includes(size)).join() === list.join(), sizesRule);

const categoryRule = must(`be ${categoryNames.join(', ')}, or a list of two such as [Men, Unisex]`);
const category = z.union(
  [
    z.enum(categoryNames),
    z
      .array(z.enum(categoryNames))
      .refine((list) => list.length > 0 && new Set(list).size === list.length, categoryRule),
  ],
  categoryRule,
);

const stockRule = must('be lines of size and pieces, such as “M: 12”');
const piecesRule = must('be a whole number of pieces, 0 or more');
const stock = z.record(
  z.string(),
  z.number(piecesRule).int(piecesRule).min(0, piecesRule).max(1_000_000, must('be at most 10,00,000 pieces')),
  stockRule,
);

const fileRule = must(
  'be the name of a picture in public/products without a folder, in small letters, such as warp-line-hoodie-1.webp',
);
const image = block(
  {
    file: z.string(fileRule).regex(/^[a-z0-9]+(?:-[a-z0-9]+)*\.(?:webp|jpg|jpeg|png|avif)$/, fileRule),
    alt: text(200),
    view: z.enum(['front', 'back', 'detail'], must('be front, back or detail')),
  },
  'have the lines file, alt and view',
);
const imagesRule = must('be a list of 1 to 4 pictures');
const images = z.array(image, imagesRule).min(1, imagesRule).max(4, imagesRule);

const hexRule = must("be a colour such as '#5e6850', in quotes (without them all that follows # is ignored)");
const dayRule = must('be a day that exists, written as 2026-11-20');
const seedRule = must('be a whole number of pieces sold, 0 or more');

const shape = {
  name: text(80),
  subCategory: z.enum(subCategoryNames, must(`be one of ${subCategoryNames.join(', ')}`)),
  category,
  price: rupees,
  oldPrice: rupees.nullish(),
  offersEnabled: yesOrNo,
  offerTitle: text(40).nullish(),
  offerDescription: text(300).nullish(),
  earlyOrder: yesOrNo,
  addedOn: z.iso.date(dayRule),
  sizes,
  stock,
  bestsellerSeed: z.number(seedRule).int(seedRule).min(0, seedRule).max(10_000_000, seedRule).default(0),
  images,
  colour: block(
    { name: text(40), hex: z.string(hexRule).regex(/^#[0-9a-f]{6}$/i, hexRule) },
    'have the lines name and hex',
  ),
  fabric: text(120),
  fit: text(80),
  print: text(120),
  care: text(300),
};

type Field = keyof typeof shape;

/**
 * A rule over several fields is asked as soon as those fields are right, even while others are wrong: a marketer should
 * see every mistake at once.
 */
function onceRight(...fields: readonly Field[]) {
  return {
    when: ({ value, issues }: z.core.ParsePayload) =>
      typeof value === 'object' &&
      value !== null &&
      !issues.some((issue) => fields.some((field) => field === issue.path?.[0])),
  };
}

const wrong = (field: Field, message: string) => ({ code: 'custom' as const, path: [field], message });

export const productFrontmatter = block(shape, 'be lines of field and value')
  .superRefine(
    ({ price, oldPrice, offerTitle }, found) => {
      if (oldPrice == null) return;
      if (oldPrice <= price) {
        found.addIssue(wrong('oldPrice', 'must be above price; leave the line out if there is no old price'));
      } else if (offerTitle != null) {
        const untrue = untruePromise(offerTitle, price, oldPrice);
        if (untrue) found.addIssue(wrong('offerTitle', untrue));
      }
    },
    onceRight('price', 'oldPrice', 'offerTitle'),
  )
  .superRefine(
    ({ sizes: named, stock: pieces }, found) => {
      const wanted: readonly string[] = named.length > 0 ? named : [ONE_SIZE];
      for (const size of Object.keys(pieces)) {
        if (wanted.includes(size)) continue;
        const reason =
          named.length > 0 ? 'not in sizes' : `not possible while sizes is []; write “${ONE_SIZE}” instead`;
        found.addIssue(wrong('stock', `names size ${size}, which is ${reason}`));
      }
      for (const size of wanted) {
        if (size in pieces) continue;
        found.addIssue(wrong('stock', `has no line for size ${size}; write 0 if there is none`));
      }
    },
    onceRight('sizes', 'stock'),
  )
  .superRefine(({ images: pictures }, found) => {
    if (pictures[0]?.view !== 'front') {
      found.addIssue(wrong('images', 'must begin with a picture whose view is front'));
    }
    const files = pictures.map(({ file }) => file);
    const twice = files.find((file, at) => files.indexOf(file) !== at);
    if (twice) found.addIssue(wrong('images', `lists the picture ${twice} twice`));
  }, onceRight('images'));

export type ProductFrontmatter = z.output<typeof productFrontmatter>;

/** A saving named in an offer's title is a promise to shoppers, so it has to be true of the two prices. */
function untruePromise(title: string, price: number, oldPrice: number): string | undefined {
  const before = paise(oldPrice);
  const saved = before - paise(price);
  const percent = /(\d+(?:\.\d+)?)\s*%\s*off/i.exec(title)?.[1];
  if (percent && Number(percent) !== Math.floor((saved * 100) / before)) {
    return `promises ${percent}% off, but the prices give ${Math.floor((saved * 100) / before)}%`;
  }
  const amount = /₹\s*([\d,]+(?:\.\d+)?)\s*off/i.exec(title)?.[1];
  if (amount && paiseFromRupees(Number(amount.replaceAll(',', ''))) !== saved) {
    return `promises ₹${amount} off, but the prices give ${formatPrice(saved)}`;
  }
  return undefined;
}

function paise(amount: number): number {
  const whole = paiseFromRupees(amount);
  if (whole === null) throw new RangeError(`${amount} is not rupees with at most 2 decimals`);
  return whole;
}

/** The product that a checked file describes. */
function productFromFile(slug: string, frontmatter: ProductFrontmatter, body: string): Product {
  const { category: named } = frontmatter;
  return {
    id: slug,
    name: frontmatter.name,
    pricePaise: paise(frontmatter.price),
    oldPricePaise: frontmatter.oldPrice == null ? null : paise(frontmatter.oldPrice),
    pictures: frontmatter.images.map(({ file, alt, view }) => ({ src: `/products/${file}`, alt, view })),
    sizes: frontmatter.sizes,
    categories: typeof named === 'string' ? [named] : named,
    subCategory: frontmatter.subCategory,
    description: paragraphs(body).join('\n\n'),
    colour: { name: frontmatter.colour.name, hex: frontmatter.colour.hex.toLowerCase() },
    fabric: frontmatter.fabric,
    fit: frontmatter.fit,
    print: frontmatter.print,
    care: frontmatter.care,
    addedOn: frontmatter.addedOn,
    earlyOrder: frontmatter.earlyOrder,
    offersEnabled: frontmatter.offersEnabled,
    offerTitle: frontmatter.offerTitle ?? null,
    offerDescription: frontmatter.offerDescription ?? null,
    openingStock: frontmatter.stock,
    bestsellerSeed: frontmatter.bestsellerSeed,
  };
}

/** A line broken by hand inside a paragraph is a space; an empty line begins the next paragraph. */
function paragraphs(body: string): string[] {
  return body
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.trim().replace(/\s+/g, ' '))
    .filter((paragraph) => paragraph !== '');
}

export type CheckedFile = { product: Product; problems?: never } | { product?: never; problems: string[] };

/** Checks everything that can be said about a file without looking beside it, and names all that is wrong. */
export function checkProductFile(slug: string, frontmatter: unknown, body: string): CheckedFile {
  const result = productFrontmatter.safeParse(frontmatter);
  const problems = [
    ...slugProblems(slug),
    ...(result.error?.issues ?? []).flatMap(sentences),
    ...bodyProblems(body),
  ];
  return result.success && problems.length === 0
    ? { product: productFromFile(slug, result.data, body) }
    : { problems };
}

function sentences(issue: z.core.$ZodIssue): string[] {
  const counted = issue.path[0] === 'images' ? 'picture' : 'entry';
  const place = issue.path.map((step) =>
    typeof step === 'number' ? `${counted} ${step + 1}` : String(step),
  );
  const named = (path: readonly string[]) => [...path, issue.message].join(': ');
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => named([...place, key]))
    : [named(place)];
}

/** A name with its size, such as “-XXL”, is the number of an article; Google's product feed takes 50 characters for it. */
export const LONGEST_SLUG = 50 - Math.max(...allSizes.map((size) => `-${size}`.length));

function slugProblems(slug: string): string[] {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) && slug.length <= LONGEST_SLUG
    ? []
    : [
        `file name: must be small letters, digits and single hyphens, at most ${LONGEST_SLUG}, such as kulhad-hoodie.md`,
      ];
}

function bodyProblems(body: string): string[] {
  const written = body.trim();
  if (written === '') return ['description: is missing; write it below the second line of ---'];
  if (written.length > 3000) return ['description: must be at most 3000 characters'];
  const mark = /^#{1,6} |\*\*|__|!?\[[^\]]*\]\(|<\/?[a-z]/im.exec(written)?.[0];
  return mark ? [`description: is plain text and must not contain “${mark.trim()}”`] : [];
}
