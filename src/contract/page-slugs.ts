/**
 * The paths of pages and policies. A text's file name is its path: `size-guide.md` is `/size-guide`. The build and the
 * editor refuse the same paths.
 */

/** The shop's required texts (docs/behaviour.md#routes): they can be changed, but not deleted or moved. */
export const ownTexts = {
  pages: ['about', 'contact', 'delivery'],
  policies: ['cancellation-refund-policy', 'privacy-policy', 'shipping-delivery-policy', 'terms-conditions'],
} as const;

export type TextFolder = keyof typeof ownTexts;

export const missingText = (name: string): string =>
  `is missing; /${name} belongs to the shop, so its text can be changed but not deleted`;

/** The shop's own screens that a link may use, besides `/`, products and texts. */
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

/** Other paths of the site: pages without links, folders, the API. tests/site checks that none is missing. */
const elsewhere = [
  '404',
  'admin',
  'api',
  'campaign',
  'cards',
  'coming-soon',
  'confirm-email',
  'desk',
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

/** First path segments that no text may use. */
export const takenAddresses: readonly string[] = [...screens, ...elsewhere];

const LONGEST_ADDRESS = 50;
const WRITTEN = '[a-z0-9]+(?:-[a-z0-9]+)*';

export const addressRule = `must be small letters, digits and single hyphens, at most ${LONGEST_ADDRESS}, such as size-guide`;

/**
 * The same rule as one pattern, for the editor's form. An added text may not use the path of a required text either.
 */
export const addressPattern = `^(?!(?:${[...takenAddresses, ...ownTexts.pages, ...ownTexts.policies].join('|')})$)(?=.{1,${LONGEST_ADDRESS}}$)${WRITTEN}$`;

export function isOwnText(folder: TextFolder, name: string): boolean {
  return (ownTexts[folder] as readonly string[]).includes(name);
}

/** @param name of the file, without .md @returns what is wrong with it as a path, or undefined */
export function addressProblem(name: string): string | undefined {
  if (!new RegExp(`^${WRITTEN}$`).test(name) || name.length > LONGEST_ADDRESS) return addressRule;
  return takenAddresses.includes(name)
    ? `/${name} is an address of the shop already; choose another one`
    : undefined;
}
