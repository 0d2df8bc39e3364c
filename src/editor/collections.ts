import type { CmsConfig, EntryCollection, Field } from '@sveltia/cms';
import { sizes, subCategories } from '../domain/catalogue.ts';
import { ONE_SIZE } from '../domain/product.ts';
import { searchWordsForm } from './search-words-form.ts';

/**
 * What can be edited, in a marketer's words: one form for each kind of file. The rules here are those of the build
 * (contract/page-file, product-file, home-file), said while somebody is typing; tests/editor holds the two together.
 */
type Singletons = NonNullable<CmsConfig['singletons']>;

const today = '{{now}}';
const day = { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' } as const;

const facts =
  'Words such as {{shop.support.email}} are filled in from the shop’s own facts; the preview shows what they become.';

const textFields: Field[] = [
  {
    name: 'title',
    label: 'Heading',
    widget: 'string',
    maxlength: 70,
    hint: 'Also the title in the browser’s tab.',
  },
  {
    ...{ name: 'description', label: 'Summary for search engines', widget: 'text' },
    ...{ minlength: 80, maxlength: 155 },
    hint: 'One or two sentences. Google shows them below the heading; no shopper sees them on the page.',
  },
  {
    ...{ name: 'lastChanged', label: 'Last changed', ...day, default: today },
    hint: 'Shoppers see this day. Set it to today when the meaning of the text changes: who orders after that accepts the new text.',
  },
];

const pageExtras: Field[] = [
  {
    ...{ name: 'faq', label: 'Questions and answers', label_singular: 'question', widget: 'list' },
    ...{ required: false, summary: '{{question}}' },
    hint: 'Below the text; search engines show them too.',
    fields: [
      {
        ...{ name: 'question', label: 'Question', widget: 'string', minlength: 5 },
        pattern: ['\\?$', 'A question ends with a question mark'],
      },
      {
        ...{ name: 'answer', label: 'Answer', widget: 'text', minlength: 20 },
        hint: 'Plain words, without links or marks such as ** and #.',
      },
    ],
  },
  {
    ...{ name: 'button', label: 'Button below the text', widget: 'object', required: false },
    fields: [
      { name: 'label', label: 'Words on the button', widget: 'string', maxlength: 30 },
      {
        ...{ name: 'link', label: 'Where it leads', widget: 'string' },
        pattern: [
          '^(?:/(?!/)|https://|mailto:|tel:)\\S+$',
          'A page such as /contact, a full https:// address, or mailto: and an email',
        ],
      },
    ],
  },
];

const textBody: Field[] = [
  {
    ...{ name: 'body', label: 'Text', widget: 'markdown' },
    ...{ modes: ['raw', 'rich_text'] },
    hint: `## begins a heading, - a line of a list, **two stars** make bold. ${facts}`,
  },
];

/** Of pages and policies. */
export const allTextFields: Field[] = [...textFields, ...textBody, ...pageExtras];

const texts = {
  fields: allTextFields,
  ...{ create: false, delete: false, duplicate: false },
  ...{ extension: 'md', format: 'yaml-frontmatter' },
  ...{ summary: '{{title}}', sortable_fields: ['title', 'lastChanged'] },
  preview_path: '{{slug}}',
} as const satisfies Partial<EntryCollection>;

const rupees = { widget: 'number', value_type: 'float', min: 0.01, max: 999_999.99, step: 0.01 } as const;

const pieces = (size: string, label: string): Field => ({
  ...{ name: size, label, widget: 'number', value_type: 'int' },
  ...{ min: 0, max: 1_000_000, required: false },
});

export const productFields: Field[] = [
  { name: 'name', label: 'Name', widget: 'string', maxlength: 80 },
  {
    ...{ name: 'subCategory', label: 'Type', widget: 'select' },
    options: subCategories.map(({ name }) => name),
  },
  {
    ...{ name: 'category', label: 'For', widget: 'select', multiple: true, min: 1, max: 3 },
    options: ['Unisex', 'Men', 'Women'],
  },
  { name: 'price', label: 'Price in rupees', ...rupees, hint: 'With all taxes, such as 1299 or 1299.50.' },
  {
    ...{ name: 'oldPrice', label: 'Old price in rupees', ...rupees, required: false },
    hint: 'Struck through beside the price while the offer is on. Must be above the price; leave it empty if there is none.',
  },
  { name: 'offersEnabled', label: 'Offer is on', widget: 'boolean', default: false, required: false },
  {
    ...{ name: 'offerTitle', label: 'Badge of the offer', widget: 'string', maxlength: 40, required: false },
    hint: 'Such as 20% OFF. It has to be true of the two prices. Without one the badge reads SALE.',
  },
  {
    ...{ name: 'offerDescription', label: 'The offer in a sentence', widget: 'text' },
    ...{ maxlength: 300, required: false },
  },
  {
    ...{ name: 'earlyOrder', label: 'Early order', widget: 'boolean', default: false, required: false },
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
    ...{ name: 'sizes', label: 'Sizes', widget: 'select', multiple: true, required: false },
    ...{ options: [...sizes], dropdown_threshold: sizes.length },
    hint: 'Tick none for goods of one size, such as caps and totes.',
  },
  {
    ...{ name: 'stock', label: 'Pieces to begin with', widget: 'object' },
    fields: [...sizes.map((size) => pieces(size, size)), pieces(ONE_SIZE, 'One size')],
    hint: 'A number for every size ticked above (0 if there is none), or “One size” alone. It counts once, when the product is new; from then on the shop counts by itself.',
  },
  {
    ...{ name: 'bestsellerSeed', label: 'Sold before this shop opened', widget: 'number', value_type: 'int' },
    ...{ min: 0, max: 10_000_000, default: 0, required: false },
    hint: 'Only for the order of best sellers in the first weeks. Leave 0 for a new product.',
  },
  {
    ...{ name: 'images', label: 'Pictures', label_singular: 'picture', widget: 'list', min: 1, max: 4 },
    ...{ summary: '{{view}}: {{alt}}', thumbnail: 'file' },
    hint: '1 to 4, the front first. Every picture must be 1200 × 1320 pixels, best as WebP.',
    fields: [
      {
        ...{ name: 'file', label: 'Picture', widget: 'image', choose_url: false },
        accept: 'image/webp,image/jpeg,image/png,image/avif',
        hint: 'Name the file before you upload it, in small letters: kulhad-hoodie-1.webp',
      },
      {
        ...{ name: 'alt', label: 'In words, for those who cannot see it', widget: 'string', maxlength: 200 },
        hint: 'Such as: Kulhad Hoodie in terracotta, laid flat, seen from the front',
      },
      {
        ...{ name: 'view', label: 'It shows the', widget: 'select', default: 'front' },
        options: ['front', 'back', 'detail'],
      },
    ],
  },
  {
    ...{ name: 'colour', label: 'Colour', widget: 'object' },
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
    ...{ name: 'body', label: 'Description', widget: 'text', maxlength: 3000 },
    hint: 'Plain text; an empty line begins a new paragraph.',
  },
];

export const collections: EntryCollection[] = [
  {
    ...{ name: 'policies', label: 'Policies', label_singular: 'policy', icon: 'gavel' },
    ...{ folder: 'src/content/policies', ...texts },
    description: 'What shoppers agree to. Change the day of a text whenever you change what it says.',
  },
  {
    ...{ name: 'pages', label: 'Pages', label_singular: 'page', icon: 'article' },
    ...{ folder: 'src/content/pages', ...texts },
    description: 'About, Contact and Delivery.',
  },
  {
    ...{ name: 'products', label: 'Products', label_singular: 'product', icon: 'checkroom' },
    ...{ folder: 'src/content/products', extension: 'md', format: 'yaml-frontmatter' },
    ...{
      identifier_field: 'name',
      slug: '{{name}}',
      summary: '{{name}} · ₹{{price}}',
      thumbnail: 'images.*.file',
    },
    ...{ media_folder: '/public/products', public_folder: '' },
    ...{ preview_path: 'product/{{slug}}', sortable_fields: ['name', 'price', 'addedOn'] },
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

const link: Field = {
  ...{ name: 'link', label: 'Button', widget: 'object' },
  fields: [
    { name: 'label', label: 'Words on it', widget: 'string', maxlength: 60 },
    {
      ...{ name: 'href', label: 'Where it leads', widget: 'string' },
      pattern: ['^/(?!/)\\S*$', 'An address in this shop, beginning with /'],
      hint: 'Such as /collection or /product/taana-cap',
    },
  ],
};

const shown: Field = {
  ...{ name: 'pieces', label: 'Products in the picture', widget: 'relation', multiple: true, min: 1, max: 6 },
  ...{ collection: 'products', value_field: '{{slug}}', display_fields: ['name'], search_fields: ['name'] },
};

const words: Field[] = [
  { name: 'headline', label: 'Headline', widget: 'string', maxlength: 60 },
  { name: 'line', label: 'The line below it', widget: 'text', maxlength: 200 },
];

const focus = (name: string, label: string): Field => ({
  ...{ name, label, widget: 'string', default: '50% 50%' },
  pattern: [
    '^(?:100|\\d{1,2}(?:\\.\\d+)?)% (?:100|\\d{1,2}(?:\\.\\d+)?)%$',
    'Two percentages, from the left and from the top, such as 60% 45%',
  ],
});

const campaign: Field[] = [
  {
    ...{ name: 'picture', label: 'Picture', widget: 'image', choose_url: false },
    ...{ media_folder: '/public/campaign', public_folder: '/campaign' },
    accept: 'image/webp,image/jpeg,image/png,image/avif',
    hint: 'Wide, 2400 × 1350 pixels, with calm ground on the side of the words. Phones get a crop of it by themselves, and its paper goes on under their words.',
  },
  { name: 'alt', label: 'Picture in words, for those who cannot see it', widget: 'string', maxlength: 200 },
  ...words,
  link,
  shown,
  {
    name: 'textSide',
    label: 'Words stand on the',
    widget: 'select',
    options: ['left', 'right'],
    default: 'left',
  },
  {
    ...{ name: 'focus', label: 'Where the eye should land', widget: 'object', collapsed: true },
    fields: [focus('phone', 'On a phone'), focus('desktop', 'On a computer')],
    hint: 'A phone shows the part around its point, five wide and four high: put the point in the middle of the garments. A computer may cut top and bottom; its point stays in view.',
  },
];

export const homeFields: Field[] = [
  { name: 'hero', label: 'At the top', widget: 'object', fields: campaign },
  {
    ...{ name: 'editorials', label: 'Picture stories', label_singular: 'story', widget: 'list' },
    ...{ min: 1, max: 4, summary: '{{headline}}', thumbnail: 'picture', fields: campaign },
  },
  {
    ...{ name: 'earlyOrder', label: 'Early orders', widget: 'object' },
    fields: [...words, link, { ...shown, label: 'Products shown' } as Field],
  },
];

export const singletons: Singletons = [
  {
    ...{ name: 'home', label: 'Home page', icon: 'home', file: 'src/content/home.json', format: 'json' },
    preview_path: '/',
    fields: homeFields,
  },
  searchWordsForm,
];
