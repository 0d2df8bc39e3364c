import type { CmsConfig, Field } from '@sveltia/cms';
import { day } from './text-forms.ts';

/** The form of the home page (contract/home-schema), in a marketer's words. */

const link: Field = {
  name: 'link',
  label: 'Button',
  widget: 'object',
  fields: [
    { name: 'label', label: 'Words on it', widget: 'string', maxlength: 60 },
    {
      name: 'href',
      label: 'Where it leads',
      widget: 'string',
      pattern: ['^/(?!/)\\S*$', 'An address in this shop, beginning with /'],
      hint: 'Such as /collection or /product/taana-cap',
    },
  ],
};

const shown: Field = {
  name: 'pieces',
  label: 'Products in the picture',
  widget: 'relation',
  multiple: true,
  min: 1,
  max: 6,
  collection: 'products',
  value_field: '{{slug}}',
  display_fields: ['name'],
  search_fields: ['name'],
};

const words: Field[] = [
  { name: 'headline', label: 'Headline', widget: 'string', maxlength: 60 },
  { name: 'line', label: 'The line below it', widget: 'text', maxlength: 200 },
];

const focus = (name: string, label: string): Field => ({
  name,
  label,
  widget: 'string',
  default: '50% 50%',
  pattern: [
    '^(?:100|\\d{1,2}(?:\\.\\d+)?)% (?:100|\\d{1,2}(?:\\.\\d+)?)%$',
    'Two percentages, from the left and from the top, such as 60% 45%',
  ],
});

const campaign: Field[] = [
  {
    name: 'picture',
    label: 'Picture',
    widget: 'image',
    choose_url: false,
    media_folder: '/public/campaign',
    public_folder: '/campaign',
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
    name: 'focus',
    label: 'Where the eye should land',
    widget: 'object',
    collapsed: true,
    fields: [focus('phone', 'On a phone'), focus('desktop', 'On a computer')],
    hint: 'A phone shows the part around its point, five wide and four high: put the point in the middle of the garments. A computer may cut top and bottom; its point stays in view.',
  },
];

const datedCampaign: Field[] = [
  ...campaign,
  {
    name: 'firstDay',
    label: 'First day',
    ...day,
    required: false,
    hint: 'Shown from the beginning of this day on, in India. Empty: at once.',
  },
  {
    name: 'lastDay',
    label: 'Last day',
    ...day,
    required: false,
    hint: 'When this day is over, the campaign is gone by itself. Empty: it stays.',
  },
];

export const homeFields: Field[] = [
  { name: 'hero', label: 'At the top', widget: 'object', fields: campaign },
  {
    name: 'editorials',
    label: 'Campaigns',
    label_singular: 'campaign',
    widget: 'list',
    min: 1,
    max: 4,
    summary: '{{headline}}',
    thumbnail: 'picture',
    fields: datedCampaign,
    hint: 'Pictures with their story, in this order down the page. 1 to 4.',
  },
  {
    name: 'earlyOrder',
    label: 'Early orders',
    widget: 'object',
    fields: [...words, link, { ...shown, label: 'Products shown' } as Field],
  },
];

export const homeForm: NonNullable<CmsConfig['singletons']>[number] = {
  name: 'home',
  label: 'Home page',
  icon: 'home',
  file: 'src/content/home.json',
  format: 'json',
  preview_path: '/',
  fields: homeFields,
};
