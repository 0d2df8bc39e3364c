/**
 * Which modules travel to the browser in one file. Each list names what one kind of page or of interaction needs, so a
 * page fetches few files and none that it has no use for: ten small files compress worse and queue longer.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files of `src`; `packages` are parts of addresses in node_modules. */
interface Chunk {
  name: string;
  files: readonly string[];
  packages?: readonly string[];
}

/** In the order in which they take modules: a chunk takes along what its modules import. */
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
      'domain/config-every-page.ts',
      'domain/cart.ts',
      'contract/labels.ts',
      'contract/messages/network.ts',
      'components/shop/live-stock.ts',
    ],
  },
  // A product page's own script, and the same buy box in a list that opens a product in place.
  { name: 'product', files: ['features/product/product.ts', 'components/shop/buy-box.ts'] },
  // The first tap on a heart, and whoever is logged in.
  { name: 'hearts', files: ['stores/wishlist/wishlist-actions.ts', 'contract/messages/wishlist.ts'] },
  // A buy box, and the lines of a cart.
  { name: 'changes', files: ['stores/cart/cart-changes.ts'] },
  { name: 'go-to', files: ['client/go-to.ts'] },
  { name: 'offline', files: ['contract/offline.ts', 'client/trusted-texts.ts'] },
  // The first interaction, on every page.
  {
    name: 'hands',
    files: [
      'features/shell/on-interaction.ts',
      'features/shell/mini-cart.ts',
      'features/shell/toasts.ts',
      'stores/page/theme.ts',
    ],
  },
  // Asks the server for products and shows them; the wishlist needs no more than that.
  {
    name: 'answers',
    files: [
      'client/api.ts',
      'contract/wire.ts',
      'contract/pictures.ts',
      'contract/messages/answer.ts',
      'components/shop/show-picture.ts',
      'domain/currency.ts',
      'domain/money.ts',
    ],
  },
  // What most other code that comes with an interaction imports.
  {
    name: 'common',
    packages: ['nanostores/computed/', 'nanostores/effect/'],
    files: [
      'contract/paths.ts',
      'contract/messages/cart-page.ts',
      'domain/product.ts',
      'domain/config.ts',
      'stores/session/session-change.ts',
      'stores/session/signed-in.ts',
      'stores/session/visitor.ts',
    ],
  },
  // Speaks with the server for a shopper who is logged in.
  {
    name: 'shopper',
    files: [
      'stores/session/authorised.ts',
      'stores/session/refresh.lazy.ts',
      'stores/account/account-call.ts',
      'stores/account/account-resource.ts',
      'stores/account/notifications.ts',
      'stores/account/unread.ts',
      'stores/cart/cart-sync.lazy.ts',
      'stores/wishlist/wishlist-sync.lazy.ts',
      'contract/account-wire.ts',
      'contract/messages/session.ts',
      'contract/messages/notification.ts',
      'components/shop/unread-mark.ts',
    ],
  },
  // Looks closer at products: on their pages, and in the collection.
  {
    name: 'browse',
    files: [
      'client/navigation-state.ts',
      'components/shop/product-gallery.ts',
      'components/shop/product-card.ts',
    ],
  },
  // Products as this device last knew them, for cart and wishlist.
  { name: 'catalogue', files: ['stores/catalogue/catalogue.ts'] },
  // What is in the cart and what it costs.
  {
    name: 'cart-rows',
    files: [
      'components/shop/cart-line.ts',
      'stores/cart/cart-rows.ts',
      'stores/cart/discount-code.ts',
      'domain/line-items.ts',
      'domain/discount.ts',
    ],
  },
  // The lines of the cart, on its page and in the mini cart.
  { name: 'cart-lines', files: ['components/shop/cart-lines.ts', 'stores/cart/cart-lines.ts'] },
];

/**
 * The groups of Rolldown's `codeSplitting`.
 * @throws Error if a chunk names a file that is not there: it would travel in another chunk without a word
 */
export function chunkGroups() {
  return chunks.map(({ name, files, packages = [] }) => {
    const modules = files.map((file) => `${root}src/${file}`);
    const missing = modules.filter((file) => !existsSync(file));
    if (missing.length > 0)
      throw new Error(`The chunk "${name}" names files that are missing: ${missing.join(', ')}`);
    return {
      name,
      test: (id: string) => {
        const [file = ''] = id.split('?');
        return modules.includes(file) || packages.some((part) => file.includes(part));
      },
    };
  });
}
