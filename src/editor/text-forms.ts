import type { EntryCollection, Field } from '@sveltia/cms';
import { footerColumns, MOST_ADDED_LINKS } from '../contract/page-schema.ts';
import { addressPattern, addressRule } from '../contract/page-slugs.ts';
import { brand } from '../domain/config.ts';

/** The forms of pages and policies (contract/page-schema, page-slugs), in a marketer's words. */

/** A day in the format of the files, in every form. */
export const day = { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' } as const;
export const today = '{{now}}';

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
    name: 'description',
    label: 'Summary for search engines',
    widget: 'text',
    minlength: 80,
    maxlength: 155,
    hint: 'One or two sentences. Google shows them below the heading; no shopper sees them on the page.',
  },
  {
    name: 'lastChanged',
    label: 'Last changed',
    ...day,
    default: today,
    hint: 'Shoppers see this day. Set it to today when the meaning of the text changes: who orders after that accepts the new text.',
  },
];

const pageExtras: Field[] = [
  {
    name: 'faq',
    label: 'Questions and answers',
    label_singular: 'question',
    widget: 'list',
    required: false,
    summary: '{{question}}',
    hint: 'Below the text; search engines show them too.',
    fields: [
      {
        name: 'question',
        label: 'Question',
        widget: 'string',
        minlength: 5,
        pattern: ['\\?$', 'A question ends with a question mark'],
      },
      {
        name: 'answer',
        label: 'Answer',
        widget: 'text',
        minlength: 20,
        hint: 'Plain words, without links or marks such as ** and #.',
      },
    ],
  },
  {
    name: 'button',
    label: 'Button below the text',
    widget: 'object',
    required: false,
    fields: [
      { name: 'label', label: 'Words on the button', widget: 'string', maxlength: 30 },
      {
        name: 'link',
        label: 'Where it leads',
        widget: 'string',
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
    name: 'body',
    label: 'Text',
    widget: 'markdown',
    modes: ['raw', 'rich_text'],
    hint: `## begins a heading, - a line of a list, **two stars** make bold. ${facts}`,
  },
];

/** Hidden. Only added texts have a `footer`; the editor uses it to separate the two lists. */
const noFooterField: Field = { name: 'footer', widget: 'hidden' };

/** The fields of the pages and policies that the shop always has. */
export const ownTextFields: Field[] = [...textFields, ...textBody, ...pageExtras, noFooterField];

const columnLabels = { help: 'HELP', company: 'COMPANY', none: 'Not in the footer' } as const;

/** The fields of an added page or policy: its place in the footer. */
const footerFields: Field[] = [
  {
    name: 'footer',
    label: 'Column of the footer',
    widget: 'select',
    default: 'help',
    options: footerColumns.map((value) => ({ label: columnLabels[value], value })),
    hint: `The footer has room for ${MOST_ADDED_LINKS} added links, because every phone loads it with every page. A page without one is found by links in texts alone.`,
  },
  {
    name: 'footerOrder',
    label: 'Place among the added links',
    widget: 'number',
    value_type: 'int',
    min: 1,
    max: 99,
    default: 1,
    hint: '1 stands first, below the links that are always there.',
  },
];

export const addedTextFields: Field[] = [...textFields, ...footerFields, ...textBody, ...pageExtras];

const texts = {
  extension: 'md',
  format: 'yaml-frontmatter',
  duplicate: false,
  summary: '{{title}}',
  sortable_fields: ['title', 'lastChanged'],
  preview_path: '{{slug}}',
} as const satisfies Partial<EntryCollection>;

/** The built-in texts: their URLs are fixed, and the footer always links to them. */
const ownTexts = {
  ...texts,
  fields: ownTextFields,
  create: false,
  delete: false,
  slug: { editable: false },
  filter: { field: 'footer', value: null },
} as const satisfies Partial<EntryCollection>;

const addedTexts = {
  ...texts,
  fields: addedTextFields,
  create: true,
  delete: true,
  slug: {
    editable: true,
    hint: `The address: size-guide becomes ${brand.website}/size-guide. It ${addressRule}. If you change it later, the old address leads to the new one.`,
    pattern: [addressPattern, `It ${addressRule}, and no address that the shop has already`],
  },
  filter: { field: 'footer', value: [...footerColumns] },
} satisfies Partial<EntryCollection>;

export const textCollections: EntryCollection[] = [
  {
    name: 'policies',
    label: 'Policies',
    label_singular: 'policy',
    icon: 'gavel',
    folder: 'src/content/policies',
    ...ownTexts,
    description: 'What shoppers agree to. Change the day of a text whenever you change what it says.',
  },
  {
    name: 'added-policies',
    label: 'Added policies',
    label_singular: 'policy',
    icon: 'add_notes',
    folder: 'src/content/policies',
    ...addedTexts,
    description: 'Policies of your own, each at an address that you choose.',
  },
  {
    name: 'pages',
    label: 'Pages',
    label_singular: 'page',
    icon: 'article',
    folder: 'src/content/pages',
    ...ownTexts,
    description: 'About, Contact and Delivery, with the questions and answers below them.',
  },
  {
    name: 'added-pages',
    label: 'Added pages',
    label_singular: 'page',
    icon: 'note_add',
    folder: 'src/content/pages',
    ...addedTexts,
    description: 'Pages of your own, such as a size guide, each at an address that you choose.',
  },
];
