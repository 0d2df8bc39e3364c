/**
 * The addresses of pages and policies. A text's file name is its address: `size-guide.md` is `/size-guide`. Read by the
 * build and by the editor, which refuses the same addresses while they are typed.
 */

/** The specification's own texts (§2, route table): they can be changed, and neither deleted nor moved. */
export const ownTexts = {
  pages: ['about', 'contact', 'delivery'],
  policies: ['cancellation-refund-policy', 'privacy-policy', 'shipping-delivery-policy', 'terms-conditions'],
} as const;

export type TextFolder = keyof typeof ownTexts;

export const missingText = (name: string): string =>
  `is missing; /${name} belongs to the shop, so its text can be changed but not deleted`;

/** The shop's own screens that a link may lead to, beside `/`, products and texts. */
export const screens = [
  'cart',
  'collection',
  'login',
  'newsletter',
  'orders',
  'place-order',
  'profile',
  'wishlist',
] as const;

/** Whatever else the site answers: pages that nobody links to, folders, the API. tests/site looks for more of them. */
const elsewhere = [
  '404',
  'admin',
  'api',
  'campaign',
  'cards',
  'coming-soon',
  'confirm-email',
  'feeds',
  'icons',
  'index',
  'invoice',
  'offline',
  'product',
  'products',
  'reset-password',
  'verify',
];

/** First parts of addresses that no text may take. */
export const takenAddresses: readonly string[] = [...screens, ...elsewhere];

const LONGEST_ADDRESS = 50;
const WRITTEN = '[a-z0-9]+(?:-[a-z0-9]+)*';

export const addressRule = `must be small letters, digits and single hyphens, at most ${LONGEST_ADDRESS}, such as size-guide`;

/** The same as one expression, for the form of the editor: an added text may take none of the specification's either. */
export const addressPattern = `^(?!(?:${[...takenAddresses, ...ownTexts.pages, ...ownTexts.policies].join('|')})$)(?=.{1,${LONGEST_ADDRESS}}$)${WRITTEN}$`;

export function isOwnText(folder: TextFolder, name: string): boolean {
  return (ownTexts[folder] as readonly string[]).includes(name);
}

/** @param name of the file, without .md. @returns what is wrong with it as an address, or undefined */
export function addressProblem(name: string): string | undefined {
  if (!new RegExp(`^${WRITTEN}$`).test(name) || name.length > LONGEST_ADDRESS) return addressRule;
  return takenAddresses.includes(name)
    ? `/${name} is an address of the shop already; choose another one`
    : undefined;
}
