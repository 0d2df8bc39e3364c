/** The stores of these nouns as one object, imported again after `openBrowser`. */
const nouns = {
  account: async () => ({
    ...(await import('../../src/stores/account/account-name.ts')),
    ...(await import('../../src/stores/account/confirm-email.ts')),
    ...(await import('../../src/stores/account/export-and-deletion.ts')),
    ...(await import('../../src/stores/account/notifications.ts')),
    ...(await import('../../src/stores/account/profile.ts')),
    ...(await import('../../src/stores/account/unread.ts')),
  }),
  address: async () => ({
    ...(await import('../../src/stores/address/address-form.ts')),
    ...(await import('../../src/stores/address/addresses.ts')),
  }),
  cart: async () => ({
    ...(await import('../../src/stores/cart/cart-changes.ts')),
    ...(await import('../../src/stores/cart/cart-lines.ts')),
    ...(await import('../../src/stores/cart/cart-read.ts')),
    ...(await import('../../src/stores/cart/cart-rows.ts')),
    ...(await import('../../src/stores/cart/cart-screen.ts')),
    ...(await import('../../src/stores/cart/cart-sync.lazy.ts')),
    ...(await import('../../src/stores/cart/cart.ts')),
    ...(await import('../../src/stores/cart/code-field.ts')),
    ...(await import('../../src/stores/cart/discount-code.ts')),
    ...(await import('../../src/stores/cart/pending-changes.ts')),
  }),
  catalogue: async () => ({
    ...(await import('../../src/stores/catalogue/back-in-stock.ts')),
    ...(await import('../../src/stores/catalogue/catalogue.ts')),
    ...(await import('../../src/stores/catalogue/early-order.ts')),
    ...(await import('../../src/stores/catalogue/recently-viewed.ts')),
  }),
  checkout: async () => ({
    ...(await import('../../src/stores/checkout/checkout.ts')),
    ...(await import('../../src/stores/checkout/delivery-draft.ts')),
    ...(await import('../../src/stores/checkout/delivery.ts')),
    ...(await import('../../src/stores/checkout/payment-methods.ts')),
    ...(await import('../../src/stores/checkout/saved-delivery.ts')),
  }),
  orders: async () => ({
    ...(await import('../../src/stores/orders/invoice.ts')),
    ...(await import('../../src/stores/orders/order-cancellation.ts')),
    ...(await import('../../src/stores/orders/order-history.ts')),
    ...(await import('../../src/stores/orders/orders.ts')),
  }),
  page: async () => ({
    ...(await import('../../src/stores/page/newsletter.ts')),
    ...(await import('../../src/stores/page/theme.ts')),
    ...(await import('../../src/stores/page/toasts.lazy.ts')),
    ...(await import('../../src/stores/page/toasts.ts')),
  }),
  payment: async () => ({
    ...(await import('../../src/stores/payment/payment.ts')),
    ...(await import('../../src/stores/payment/unpaid.ts')),
    ...(await import('../../src/stores/payment/verify-page.ts')),
  }),
  session: async () => ({
    ...(await import('../../src/stores/session/authorised.ts')),
    ...(await import('../../src/stores/session/forgotten-password.ts')),
    ...(await import('../../src/stores/session/google-sign-in.ts')),
    ...(await import('../../src/stores/session/reset-password.ts')),
    ...(await import('../../src/stores/session/session-change.ts')),
    ...(await import('../../src/stores/session/session.ts')),
    ...(await import('../../src/stores/session/sign-in-return.ts')),
    ...(await import('../../src/stores/session/sign-in.ts')),
    ...(await import('../../src/stores/session/sign-out.ts')),
    ...(await import('../../src/stores/session/signed-in.ts')),
    ...(await import('../../src/stores/session/start-up.ts')),
    ...(await import('../../src/stores/session/visitor.ts')),
  }),
  wishlist: async () => ({
    ...(await import('../../src/stores/wishlist/pending-changes.ts')),
    ...(await import('../../src/stores/wishlist/wishlist-actions.ts')),
    ...(await import('../../src/stores/wishlist/wishlist-sync.lazy.ts')),
    ...(await import('../../src/stores/wishlist/wishlist.ts')),
  }),
};

type Noun = keyof typeof nouns;
type Stores = { [Name in Noun]: Awaited<ReturnType<(typeof nouns)[Name]>> };
/** The exports of all the given nouns. */
type Together<Names extends Noun> = {
  [Key in { [Name in Names]: keyof Stores[Name] }[Names]]: {
    [Name in Names]: Key extends keyof Stores[Name] ? Stores[Name][Key] : never;
  }[Names];
};

export async function openStores<Names extends Noun>(...names: Names[]): Promise<Together<Names>> {
  const opened = await Promise.all(names.map((name) => nouns[name]()));
  return Object.assign({}, ...opened) as Together<Names>;
}
