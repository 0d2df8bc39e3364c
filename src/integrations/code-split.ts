/**
 * Which modules are bundled into one file. Each list is what one kind of page or interaction needs, so that a page
 * fetches few files and no unused ones: ten small files compress worse and queue longer.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isCopyForDesk } from './desk-modules.ts';
import { isSliced, sliceId } from './export-slices.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files of `src`, or one export of a file (export-slices); `packages` are parts of paths in node_modules. */
interface Chunk {
  name: string;
  files: readonly string[];
  packages?: readonly string[];
}

/**
 * A chunk also takes the modules that its modules import and no earlier chunk has. So the order matters, and a list names
 * no file that another file of the list brings.
 */
const chunks: readonly Chunk[] = [
  {
    // Every page.
    name: 'shop',
    packages: ['nanostores/atom/', 'nanostores/lifecycle/', '@nanostores/persistent/', 'vite/preload-helper'],
    files: [
      'features/shell/shell.ts',
      'client/after-paint.ts',
      'client/navigation.ts',
      'domain/config.ts#fewLeftAt',
      'domain/config.ts#ONE_SIZE',
      'contract/messages/page.ts#networkMessages',
    ],
  },
  // A product page's own script, and the same buy box in a list that opens a product in place.
  { name: 'product', files: ['features/product/product.ts'] },
  // The first tap on a heart, and logged-in shoppers.
  {
    name: 'hearts',
    files: ['stores/wishlist/wishlist-actions.ts'],
  },
  { name: 'go-to', files: ['client/go-to.ts'] },
  { name: 'offline', files: ['client/trusted-texts.ts'] },
  // The first interaction, on every page.
  {
    name: 'interaction',
    files: ['features/shell/on-interaction.ts'],
  },
  // Loads products from the server and shows them; the wishlist needs only that.
  {
    name: 'api',
    files: ['client/api.ts', 'contract/pictures.ts', 'components/shop/show-picture.ts', 'domain/money.ts'],
  },
  // Shared by most code that loads on interaction.
  {
    name: 'common',
    packages: ['nanostores/computed/', 'nanostores/effect/'],
    files: [
      'components/shop/fill-template.ts',
      'contract/messages/cart-and-wishlist.ts#cartPageMessages',
      'domain/order.ts',
      'domain/product.ts',
      'domain/config.ts#shop',
      'stores/cart/cart-read.ts',
      'stores/session/session-change.ts',
      'stores/session/visitor.ts',
    ],
  },
  // Server calls for a logged-in shopper.
  {
    name: 'logged-in',
    files: ['stores/session/refresh.lazy.ts', 'components/shop/unread-mark.ts'],
  },
  // Product cards and galleries: on product pages, and in the collection.
  {
    name: 'cards',
    files: [
      'client/navigation-state.ts',
      'components/shop/product-gallery.ts',
      'components/shop/product-card.ts',
    ],
  },
  // Locally cached products, for cart and wishlist.
  { name: 'catalogue', files: ['stores/catalogue/catalogue.ts'] },
  // The content of the cart and its totals.
  {
    name: 'cart-rows',
    files: ['components/shop/cart-line.ts', 'stores/cart/cart-rows.ts'],
  },
  // Every form: what is wrong with its fields.
  {
    name: 'fields',
    files: ['contract/messages/address.ts#deliverySentence', 'stores/page/form-marks.ts'],
  },
  // The lines of the cart, on its page and in the mini cart.
  { name: 'cart-lines', files: ['components/shop/cart-lines.ts'] },
];

/**
 * The groups of Rolldown's `codeSplitting`.
 * @throws Error if a chunk names a file or an export that does not exist: its code would move to another chunk unnoticed
 */
export function chunkGroups() {
  return chunks.map(({ name, files, packages = [] }) => {
    const modules = new Set(files.map((file) => moduleOf(file, name)));
    return {
      name,
      test: (id: string) => {
        if (isCopyForDesk(id)) return false;
        const [file = ''] = id.split('?');
        return modules.has(isSliced(file) ? id : file) || packages.some((part) => file.includes(part));
      },
    };
  });
}

function moduleOf(named: string, chunk: string): string {
  const [path = '', exported] = named.split('#');
  const file = `${root}src/${path}`;
  const isThere =
    existsSync(file) &&
    isSliced(file) === (exported !== undefined) &&
    (!exported ||
      new RegExp(`^export (?:const|function) ${exported}\\b`, 'm').test(readFileSync(file, 'utf8')));
  if (!isThere) throw new Error(`The chunk "${chunk}" names ${named}, which does not exist`);
  return exported ? sliceId(file, exported) : file;
}
