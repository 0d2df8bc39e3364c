import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { homeFile } from '../../src/contract/home-schema.ts';
import { addedPageFrontmatter, footerColumns, pageFrontmatter } from '../../src/contract/page-schema.ts';
import { productFrontmatter } from '../../src/contract/product-schema.ts';
import { searchWordsFile } from '../../src/contract/search-words-schema.ts';
import { addressProblem, ownTexts, takenAddresses } from '../../src/contract/page-slugs.ts';
import { sizes, subCategories } from '../../src/domain/catalogue.ts';
import { ONE_SIZE } from '../../src/domain/product.ts';
import { collections, singletons } from '../../src/editor/collections.ts';
import { searchWordsFields } from '../../src/editor/search-words-form.ts';

/** The forms of the editor and the rules of the build have the same fields and the same limits. */
interface FormField {
  name: string;
  label?: string;
  widget?: string;
  required?: boolean;
  default?: unknown;
  minlength?: number;
  maxlength?: number;
  min?: number;
  max?: number;
  options?: unknown[];
  pattern?: [string, string];
  fields?: FormField[];
}

const formOf = (name: string) =>
  (collections.find((each) => each.name === name)?.fields ?? []) as unknown as FormField[];
const product = formOf('products');
const homeForm = (singletons[0] as unknown as { fields: FormField[] }).fields;
const searchWords = searchWordsFields as unknown as FormField[];
const field = (form: FormField[], name: string) => {
  const found = form.find((each) => each.name === name);
  if (!found) throw new Error(`The form has no ${name}`);
  return found;
};
const names = (form: FormField[]) => form.map(({ name }) => name).sort();
/** The lines between ---, as a marketer sees them. */
const withoutBody = (form: FormField[]) =>
  form.filter(({ name, widget }) => name !== 'body' && widget !== 'hidden');
type Shape = Record<string, z.core.$ZodType>;
const fieldsOf = (shape: Shape) => Object.keys(shape).sort();

/** Whether a file may leave the field out. */
const mayBeAbsent = (type: z.core.$ZodType) => (type as z.ZodType).safeParse(undefined).success;
const longest = (type: unknown) => (type as z.ZodString).maxLength;

const shapes: [string, FormField[], Shape][] = [
  ['product', withoutBody(product), productFrontmatter.shape],
  ['policy', withoutBody(formOf('policies')), pageFrontmatter.shape],
  ['page', withoutBody(formOf('pages')), pageFrontmatter.shape],
  ['added policy', withoutBody(formOf('added-policies')), addedPageFrontmatter.shape],
  ['added page', withoutBody(formOf('added-pages')), addedPageFrontmatter.shape],
  ['home page', homeForm, homeFile.shape],
  ['top of the home page', field(homeForm, 'hero').fields ?? [], homeFile.shape.hero.shape],
  ['campaign', field(homeForm, 'editorials').fields ?? [], homeFile.shape.editorials.element.shape],
  ['table of search words', searchWords, searchWordsFile.shape],
  [
    'group of search words',
    field(searchWords, 'groups').fields ?? [],
    searchWordsFile.shape.groups.element.shape,
  ],
  ['prices in words', field(searchWords, 'prices').fields ?? [], searchWordsFile.shape.prices.shape],
  ['early order', field(homeForm, 'earlyOrder').fields ?? [], homeFile.shape.earlyOrder.shape],
];

describe.each(shapes)('the form of a %s', (_, form, shape) => {
  test('has every field of its file and no other', () => {
    // The editor records a text's former addresses by itself; a field in the form would stop that.
    const asked = fieldsOf(shape).filter((name) => name !== 'aliases' || shape === productFrontmatter.shape);
    expect(names(form)).toEqual(asked);
  });

  test('requires the fields that the file requires', () => {
    for (const { name, required = true, widget } of form) {
      const optional = mayBeAbsent(shape[name] as z.core.$ZodType);
      // An empty list of sizes is allowed: the product has no sizes.
      expect([name, required], name).toEqual([
        name,
        name === 'sizes' && widget === 'select' ? false : !optional,
      ]);
    }
  });

  test('names every field in words', () => {
    for (const { label, name } of form) expect(label, name).toMatch(/^[A-Z]/);
  });
});

test('lengths and numbers of a product form are those of its file', () => {
  const { shape } = productFrontmatter;
  for (const name of ['name', 'fabric', 'fit', 'print', 'care'] as const) {
    expect([name, field(product, name).maxlength]).toEqual([name, longest(shape[name])]);
  }
  for (const name of ['offerTitle', 'offerDescription'] as const) {
    expect([name, field(product, name).maxlength]).toEqual([name, longest(shape[name].unwrap().unwrap())]);
  }
  const { min, max } = field(product, 'images');
  const pictures = (count: number) =>
    shape.images.safeParse(
      Array.from({ length: count }, (_, at) => ({ file: `a-${at}.webp`, alt: 'A', view: 'front' })),
    ).success;
  expect([0, min, max, (max ?? 0) + 1].map((count) => pictures(count ?? 0))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  for (const price of [0.01, field(product, 'price').min, field(product, 'price').max]) {
    expect(shape.price.safeParse(price).success, String(price)).toBe(true);
  }
});

test('the options of a product form are those of its file', () => {
  const { shape } = productFrontmatter;
  expect(field(product, 'subCategory').options).toEqual(subCategories.map(({ name }) => name));
  expect(field(product, 'sizes').options).toEqual([...sizes]);
  expect(names(field(product, 'stock').fields ?? [])).toEqual([...sizes, ONE_SIZE].sort());
  const pictureForm = field(product, 'images').fields ?? [];
  expect(names(pictureForm)).toEqual(fieldsOf(shape.images.element.shape));
  expect(field(pictureForm, 'view').options).toEqual(shape.images.element.shape.view.options);
  expect(names(field(product, 'colour').fields ?? [])).toEqual(fieldsOf(shape.colour.shape));
  const categories = field(product, 'category').options ?? [];
  expect(shape.category.safeParse(categories).success).toBe(true);
  for (const category of categories) expect(shape.category.safeParse([category]).success).toBe(true);
  expect(shape.category.safeParse(['Children']).success).toBe(false);
});

test('lengths of a text form are those of its file', () => {
  const form = formOf('policies');
  const { minlength = 0, maxlength = 0 } = field(form, 'description');
  const described = (length: number) =>
    pageFrontmatter.shape.description.safeParse('x'.repeat(length)).success;
  expect([minlength - 1, minlength, maxlength, maxlength + 1].map(described)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(field(form, 'title').maxlength).toBe(longest(pageFrontmatter.shape.title));
  const button = field(form, 'button').fields ?? [];
  expect(names(button)).toEqual(fieldsOf(pageFrontmatter.shape.button.unwrap().shape));
  expect(names(field(form, 'faq').fields ?? [])).toEqual(
    fieldsOf(pageFrontmatter.shape.faq.unwrap().element.shape),
  );
});

test('the footer field of an added page has the values of its file', () => {
  const form = formOf('added-pages');
  const options = field(form, 'footer').options as { value: string }[];
  expect(options.map(({ value }) => value)).toEqual([...footerColumns]);
  const { min = 0, max = 0, default: standard } = field(form, 'footerOrder');
  const { footerOrder } = addedPageFrontmatter.shape;
  expect(
    [min - 1, min, standard, max, max + 1, 1.5].map((order) => footerOrder.safeParse(order).success),
  ).toEqual([false, true, true, true, false, false]);
});

describe('the addresses of texts in the editor', () => {
  const collection = (name: string) => {
    const found = collections.find((each) => each.name === name);
    if (!found) throw new Error(`There is no ${name}`);
    return found;
  };

  test.each(Object.keys(ownTexts))('%s can be changed, and not removed', (name) => {
    expect(collection(name)).toMatchObject({ create: false, delete: false, slug: { editable: false } });
  });

  test.each(Object.keys(ownTexts))('%s can be added at their own addresses and removed again', (name) => {
    const added = collection(`added-${name}`);
    expect(added).toMatchObject({ create: true, delete: true, folder: collection(name).folder });
    const { pattern } = added.slug as { pattern: [string, string] };
    const accepted = (address: string) => new RegExp(pattern[0]).test(address);
    for (const address of ['size-guide', 'b2b', 'cart-help', 'x'.repeat(50)]) {
      expect([address, accepted(address), addressProblem(address)]).toEqual([address, true, undefined]);
    }
    for (const address of [
      ...takenAddresses,
      '',
      '-a',
      'a-',
      'a--b',
      'Size',
      'a b',
      'a/b',
      'é',
      'x'.repeat(51),
    ]) {
      expect([address, accepted(address), typeof addressProblem(address)]).toEqual([
        address,
        false,
        'string',
      ]);
    }
    for (const address of Object.values(ownTexts).flat()) expect(accepted(address), address).toBe(false);
  });

  test('every text is in one list of the editor', () => {
    for (const name of Object.keys(ownTexts)) {
      const [own, added] = [collection(name), collection(`added-${name}`)];
      expect(own.filter).toEqual({ field: 'footer', value: null });
      expect(added.filter).toEqual({ field: 'footer', value: [...footerColumns] });
      // The editor fails to open if a filter names an unknown field.
      for (const { fields } of [own, added]) expect(fields.map((each) => each.name)).toContain('footer');
    }
  });

  test('a product keeps its address', () => {
    expect(collection('products').slug).toMatchObject({ editable: ['create'] });
  });
});

test('patterns of the home form accept and refuse the same values as its file', () => {
  const hero = field(homeForm, 'hero').fields ?? [];
  const { shape } = homeFile.shape.hero;
  const same = (pattern: string | undefined, type: z.core.$ZodType, words: string[]) => {
    for (const word of words) {
      const accepted = (type as z.ZodType).safeParse(word).success;
      expect([word, new RegExp(pattern ?? '').test(word)]).toEqual([word, accepted]);
    }
  };
  const href = field(field(hero, 'link').fields ?? [], 'href').pattern?.[0];
  same(href, shape.link.shape.href, ['/collection', '//elsewhere', 'https://elsewhere', '/a b', '']);
  const phone = field(field(hero, 'focus').fields ?? [], 'phone').pattern?.[0];
  same(phone, shape.focus.shape.phone, ['60% 45%', '100% 0%', '101% 0%', '60%', '62.5% 50%', 'left']);
});

test('every folder of the editor has its files', () => {
  for (const { name, folder } of collections) {
    const files = readdirSync(folder).filter((file) => !file.startsWith('.'));
    expect(files.length, name).toBeGreaterThan(0);
    expect(
      files.filter((file) => !file.endsWith('.md')),
      name,
    ).toEqual([]);
  }
});
