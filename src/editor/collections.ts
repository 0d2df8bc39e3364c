import type { CmsConfig, EntryCollection, Field } from '@sveltia/cms';
import { sizes, subCategories } from '../domain/catalogue.ts';
import { ONE_SIZE } from '../domain/product.ts';
import { homeForm } from './home-form.ts';
import { searchWordsForm } from './search-words-form.ts';
import { day, textCollections, today } from './text-forms.ts';

/**
 * What can be edited, in a marketer's words: one form per kind of file. The rules repeat those of the build
 * (contract/page-schema, product-schema, home-schema) and show while somebody types; tests/editor checks that both agree.
 */
type Singletons = NonNullable<CmsConfig['singletons']>;

const rupees = { widget: 'number', value_type: 'float', min: 0.01, max: 999_999.99, step: 0.01 } as const;

const pieces = (size: string, label: string): Field => ({
  name: size,
  label,
  widget: 'number',
  value_type: 'int',
  min: 0,
  max: 1_000_000,
  required: false,
});

export const productFields: Field[] = [
  { name: 'name', label: 'Name', widget: 'string', maxlength: 80 },
  {
    name: 'subCategory',
    label: 'Type',
    widget: 'select',
    options: subCategories.map(({ name }) => name),
  },
  {
    name: 'category',
    label: 'For',
    widget: 'select',
    multiple: true,
    min: 1,
    max: 3,
    options: ['Unisex', 'Men', 'Women'],
  },
  { name: 'price', label: 'Price in rupees', ...rupees, hint: 'With all taxes, such as 1299 or 1299.50.' },
  {
    name: 'oldPrice',
    label: 'Old price in rupees',
    ...rupees,
    required: false,
    hint: 'Struck through beside the price while the offer is on. Must be above the price; leave it empty if there is none.',
  },
  { name: 'offersEnabled', label: 'Offer is on', widget: 'boolean', default: false, required: false },
  {
    name: 'offerTitle',
    label: 'Badge of the offer',
    widget: 'string',
    maxlength: 40,
    required: false,
    hint: 'Such as 20% OFF. It has to be true of the two prices. Without one the badge reads SALE.',
  },
  {
    name: 'offerDescription',
    label: 'The offer in a sentence',
    widget: 'text',
    maxlength: 300,
    required: false,
  },
  {
    name: 'earlyOrder',
    label: 'Early order',
    widget: 'boolean',
    default: false,
    required: false,
    hint: 'On: shoppers register their interest instead of buying.',
  },
  {
    name: 'addedOn',
    label: 'New since',
    ...day,
    default: today,
    hint: 'The newest stand first in the collection.',
  },
  {
    name: 'sizes',
    label: 'Sizes',
    widget: 'select',
    multiple: true,
    required: false,
    options: [...sizes],
    dropdown_threshold: sizes.length,
    hint: 'Tick none for goods of one size, such as caps and totes.',
  },
  {
    name: 'stock',
    label: 'Pieces to begin with',
    widget: 'object',
    fields: [...sizes.map((size) => pieces(size, size)), pieces(ONE_SIZE, 'One size')],
    hint: 'A number for every size ticked above (0 if there is none), or “One size” alone. It counts once, when the product is new; from then on the shop counts by itself.',
  },
  {
    name: 'bestsellerSeed',
    label: 'Sold before this shop opened',
    widget: 'number',
    value_type: 'int',
    min: 0,
    max: 10_000_000,
    default: 0,
    required: false,
    hint: 'Only for the order of best sellers in the first weeks. Leave 0 for a new product.',
  },
  {
    name: 'images',
    label: 'Pictures',
    label_singular: 'picture',
    widget: 'list',
    min: 1,
    max: 4,
    summary: '{{view}}: {{alt}}',
    thumbnail: 'file',
    hint: '1 to 4, the front first. Every picture must be 1200 × 1320 pixels, best as WebP.',
    fields: [
      {
        name: 'file',
        label: 'Picture',
        widget: 'image',
        choose_url: false,
        accept: 'image/webp,image/jpeg,image/png,image/avif',
        hint: 'Name the file before you upload it, in small letters: kulhad-hoodie-1.webp',
      },
      {
        name: 'alt',
        label: 'In words, for those who cannot see it',
        widget: 'string',
        maxlength: 200,
        hint: 'Such as: Kulhad Hoodie in terracotta, laid flat, seen from the front',
      },
      {
        name: 'view',
        label: 'It shows the',
        widget: 'select',
        default: 'front',
        options: ['front', 'back', 'detail'],
      },
    ],
  },
  {
    name: 'colour',
    label: 'Colour',
    widget: 'object',
    fields: [
      { name: 'name', label: 'Name of the colour', widget: 'string', maxlength: 40 },
      { name: 'hex', label: 'Colour itself', widget: 'color', allowInput: true },
    ],
  },
  {
    name: 'fabric',
    label: 'Fabric',
    widget: 'string',
    maxlength: 120,
    hint: 'With its weight: 400 gsm cotton fleece',
  },
  { name: 'fit', label: 'Fit', widget: 'string', maxlength: 80 },
  { name: 'print', label: 'Print', widget: 'string', maxlength: 120, hint: 'None, if there is none.' },
  { name: 'care', label: 'Care', widget: 'string', maxlength: 300 },
  {
    name: 'aliases',
    label: 'Old product pages that lead here',
    widget: 'list',
    required: false,
    hint: 'If this product replaces one that you took out: /product/kulhad-hoodie. Separate several by commas.',
  },
  {
    name: 'body',
    label: 'Description',
    widget: 'text',
    maxlength: 3000,
    hint: 'Plain text; an empty line begins a new paragraph.',
  },
];

export const collections: EntryCollection[] = [
  ...textCollections,
  {
    name: 'products',
    label: 'Products',
    label_singular: 'product',
    icon: 'checkroom',
    folder: 'src/content/products',
    extension: 'md',
    format: 'yaml-frontmatter',
    identifier_field: 'name',
    slug: { template: '{{name}}', editable: ['create'] },
    summary: '{{name}} · ₹{{price}}',
    thumbnail: 'images.*.file',
    media_folder: '/public/products',
    public_folder: '',
    preview_path: 'product/{{slug}}',
    sortable_fields: ['name', 'price', 'addedOn'],
    description: 'Everything that is sold. A product keeps the address that its first name gave it.',
    view_groups: [
      { label: 'Type', field: 'subCategory' },
      { label: 'Offer', field: 'offersEnabled' },
    ],
    view_filters: [
      { label: 'Offer is on', field: 'offersEnabled', pattern: true },
      { label: 'Early order', field: 'earlyOrder', pattern: true },
    ],
    fields: productFields,
  },
];

export const singletons: Singletons = [homeForm, searchWordsForm];
