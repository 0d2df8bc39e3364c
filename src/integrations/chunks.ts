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

/** The order matters: a chunk also takes the modules that its modules import. */
const chunks: readonly Chunk[] = [
  {
    // Every page.
    name: 'shop',
    packages: ['nanostores/atom/', 'nanostores/lifecycle/', '@nanostores/persistent/', 'vite/preload-helper'],
    files: [
      'features/shell/bar.ts',
      'features/shell/wishlist-hearts.ts',
      'features/shell/shell.ts',
      'stores/page/toasts.ts',
      'stores/session/session.ts',
      'stores/session/start-up.ts',
      'stores/cart/cart.ts',
      'stores/wishlist/wishlist.ts',
      'client/content-protection.ts',
      'client/navigation.ts',
      'client/on-interaction.ts',
      'client/tab-storage.ts',
      'domain/config.ts#maxQuantityPerLine',
      'domain/config.ts#fewLeftAt',
      'domain/config.ts#ONE_SIZE',
      'domain/config.ts#storageKeys',
      'domain/cart.ts',
      'contract/labels.ts#labels',
      'contract/messages/page.ts#networkMessages',
      'components/shop/live-stock.ts',
    ],
  },
  // A product page's own script, and the same buy box in a list that opens a product in place.
  { name: 'product', files: ['features/product/product.ts', 'components/shop/buy-box.ts'] },
  // The first tap on a heart, and logged-in shoppers.
  {
    name: 'hearts',
    files: ['stores/wishlist/wishlist-actions.ts', 'contract/messages/cart-and-wishlist.ts#wishlistMessages'],
  },
  // A buy box, and the lines of a cart.
  { name: 'cart-changes', files: ['stores/cart/cart-changes.ts'] },
  { name: 'go-to', files: ['client/go-to.ts'] },
  { name: 'offline', files: ['contract/offline.ts', 'client/trusted-texts.ts'] },
  // The first interaction, on every page.
  {
    name: 'interaction',
    files: [
      'features/shell/on-interaction.ts',
      'features/shell/mini-cart.ts',
      'features/shell/toasts.ts',
      'stores/page/theme.ts',
    ],
  },
  // Loads products from the server and shows them; the wishlist needs only that.
  {
    name: 'api',
    files: [
      'client/api.ts',
      'contract/endpoints.ts#addressOf',
      'contract/endpoints.ts#methodOf',
      'contract/endpoints.ts#idempotencyHeader',
      'contract/endpoints.ts#tokenHeader',
      'contract/pictures.ts',
      'contract/messages/page.ts#answerMessages',
      'components/shop/show-picture.ts',
      'domain/config.ts#currency',
      'domain/money.ts',
    ],
  },
  // Shared by most code that loads on interaction.
  {
    name: 'common',
    packages: ['nanostores/computed/', 'nanostores/effect/'],
    files: [
      'components/shop/fill-template.ts',
      'contract/paths.ts#paths',
      'contract/messages/cart-and-wishlist.ts#cartPageMessages',
      'domain/order.ts',
      'domain/product.ts',
      'domain/config.ts#shop',
      'stores/cart/cart-read.ts',
      'stores/session/session-change.ts',
      'stores/session/signed-in.ts',
      'stores/session/visitor.ts',
    ],
  },
  // Server calls for a logged-in shopper.
  {
    name: 'logged-in',
    files: [
      'stores/session/authorised.ts',
      'stores/session/refresh.lazy.ts',
      'stores/account/account-call.ts',
      'stores/account/account-resource.ts',
      'stores/account/notifications.ts',
      'stores/account/unread.ts',
      'stores/cart/cart-sync.lazy.ts',
      'stores/wishlist/wishlist-sync.lazy.ts',
      'contract/endpoints.ts#accountCalls',
      'contract/messages/account.ts#sessionMessages',
      'contract/messages/account.ts#notificationMessages',
      'components/shop/unread-mark.ts',
    ],
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
    files: [
      'components/shop/cart-line.ts',
      'stores/cart/cart-rows.ts',
      'stores/cart/discount-code.ts',
      'domain/order-totals.ts',
      'domain/discount.ts',
    ],
  },
  // Every form: what is wrong with its fields.
  {
    name: 'fields',
    files: [
      'contract/messages/address.ts#fieldMessages',
      'contract/messages/address.ts#tooLongMessages',
      'contract/messages/address.ts#deliverySentence',
      'contract/messages/address.ts#phoneSentence',
      'contract/messages/address.ts#pinSentence',
      'stores/page/form-marks.ts',
    ],
  },
  // The lines of the cart, on its page and in the mini cart.
  { name: 'cart-lines', files: ['components/shop/cart-lines.ts', 'stores/cart/cart-lines.ts'] },
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
