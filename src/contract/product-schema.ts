import { z } from 'zod';
import { sizes as allSizes, subCategories } from '../domain/catalogue.ts';
import { formatPrice, paiseFromRupees } from '../domain/money.ts';
import { ONE_SIZE, type Product } from '../domain/product.ts';
import { block, must, sentencesOf } from './schema-rules.ts';

/**
 * The file of a product as a marketer writes it: the lines between `---` and the description below them. Only
 * scripts/snapshot.ts reads it. Every message is shown to a marketer, after file and field.
 */

const categoryNames = ['Unisex', 'Men', 'Women'] as const;
const subCategoryNames = subCategories.map(({ name }) => name);

/** An order may cost at most one crore rupees; ten pieces of the dearest product stay below that. */
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

const aliasRule = must('be the page of a product that is gone, such as /product/kulhad-hoodie');
const aliasesRule = must('be a list of pages of products that are gone');

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
  /** Pages of products that this one has replaced. They lead to its page; carts and orders keep the old product. */
  aliases: z
    .array(z.string(aliasRule).regex(/^\/product\/[a-z0-9]+(?:-[a-z0-9]+)*$/, aliasRule), aliasesRule)
    .optional(),
};

type Field = keyof typeof shape;

/**
 * A rule over several fields runs if those fields are valid, even if others are not: a marketer should see every
 * mistake at once.
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

/** A saving in an offer's title is a promise to shoppers, so it must match the two prices. */
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

/** Builds the product of a checked file. */
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
    initialStock: frontmatter.stock,
    bestsellerSeed: frontmatter.bestsellerSeed,
  };
}

/** A single line break inside a paragraph becomes a space; an empty line starts the next paragraph. */
function paragraphs(body: string): string[] {
  return body
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.trim().replace(/\s+/g, ' '))
    .filter((paragraph) => paragraph !== '');
}

export type CheckedFile =
  | { product: Product; aliases: readonly string[]; problems?: never }
  | { product?: never; aliases?: never; problems: string[] };

/** Checks everything about a file that needs no other file, and names all mistakes. */
export function checkProductFile(slug: string, frontmatter: unknown, body: string): CheckedFile {
  const result = productFrontmatter.safeParse(frontmatter);
  const problems = [
    ...slugProblems(slug),
    ...(result.error?.issues ?? []).flatMap((issue) =>
      sentencesOf(issue, issue.path[0] === 'images' ? 'picture' : 'entry'),
    ),
    ...bodyProblems(body),
  ];
  return result.success && problems.length === 0
    ? { product: productFromFile(slug, result.data, body), aliases: result.data.aliases ?? [] }
    : { problems };
}

/** The article number is this name plus its size, such as “-XXL”; Google's product feed allows 50 characters for it. */
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
