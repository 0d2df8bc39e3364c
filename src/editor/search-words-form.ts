import type { CmsConfig, Field } from '@sveltia/cms';

/** The form of the search's synonyms and price phrases (contract/search-words-schema), in a marketer's words. */
const words = { widget: 'list', min: 1, max: 60 } as const;

const priceLabels = { between: 'Between two prices', under: 'At most', above: 'At least' } as const;

export const searchWordsFields: Field[] = [
  {
    name: 'groups',
    label: 'Groups of words',
    label_singular: 'group',
    widget: 'list',
    summary: '{{typed}} → {{finds}}',
    fields: [
      {
        name: 'typed',
        label: 'Shoppers type',
        ...words,
        hint: 'Words or short phrases in any script, separated by commas: tshirt, t shirt, टीशर्ट. Each in one group alone.',
      },
      {
        name: 'finds',
        label: 'The shop calls it',
        ...words,
        hint: 'As it stands in names, types, colours, fabrics and prints: tee. Of a phrase a product must have every word. The first counts most.',
      },
      {
        name: 'nearest',
        label: 'We do not make it',
        widget: 'boolean',
        default: false,
        required: false,
        hint: 'On: the page says that we do not make it and that these come nearest.',
      },
    ],
  },
  {
    name: 'prices',
    label: 'Prices in words',
    widget: 'object',
    collapsed: true,
    fields: [
      { name: 'rupees', label: 'Words for rupees', ...words },
      { name: 'thousand', label: 'Words for thousand', ...words },
      ...(['between', 'under', 'above'] as const).map((name) => ({
        name,
        label: priceLabels[name],
        ...words,
        max: 200,
        hint: 'Phrases in any script; # stands for the price, with or without rupees: under #, # se kam, # से कम, # to #.',
      })),
    ],
  },
];

export const searchWordsForm: NonNullable<CmsConfig['singletons']>[number] = {
  name: 'search-words',
  label: 'Words of the search',
  icon: 'search',
  file: 'src/content/search-words.json',
  format: 'json',
  fields: searchWordsFields,
};
