import type { AddressFields, DeliveryAddress } from '../domain/address.ts';
import type { Cart } from '../domain/cart.ts';
import type { FacetCounts } from '../domain/catalogue.ts';
import type { Rate } from '../domain/gst.ts';
import type { OrderStatus, PaymentMethod, Provider, RefundReason } from '../domain/order.ts';
import type { Stock } from '../domain/product.ts';
import type { CreditNote, Invoice, Supplier, TaxLine } from '../domain/tax-document.ts';
import type { Profile } from '../domain/user.ts';

/**
 * The bridge between the two towers: every call of specification §7 that the shop makes, plus the few that it needs
 * beside them. Names on the wire (`cartData`, `zipcode`, `amount` in rupees) live here and nowhere else.
 *
 * `token`: the call carries the header `token`. `counted`: see netlify/http/limits.ts.
 */
export const routes = {
  'product.list': { method: 'GET', path: '/api/product/list', auth: 'none' },
  'product.stock': { method: 'GET', path: '/api/product/stock', auth: 'none' },
  'product.early-order-interest': { method: 'POST', path: '/api/product/early-order-interest', auth: 'none' },
  waitlist: { method: 'POST', path: '/api/waitlist', auth: 'none' },
  'waitlist.sent': { method: 'POST', path: '/api/waitlist/sent', auth: 'none' },
  'cart.add': { method: 'POST', path: '/api/cart/add', auth: 'token' },
  'cart.update': { method: 'POST', path: '/api/cart/update', auth: 'token' },
  'cart.get': { method: 'POST', path: '/api/cart/get', auth: 'token' },
  'wishlist.toggle': { method: 'POST', path: '/api/wishlist/toggle', auth: 'token' },
  'wishlist.get': { method: 'POST', path: '/api/wishlist/get', auth: 'token' },
  notify: { method: 'POST', path: '/api/notify', auth: 'none' },
  'notify.check': { method: 'POST', path: '/api/notify/check', auth: 'none' },
  'user.register': { method: 'POST', path: '/api/user/register', auth: 'none' },
  'user.login': { method: 'POST', path: '/api/user/login', auth: 'none' },
  'user.logout': { method: 'POST', path: '/api/user/logout', auth: 'token' },
  'user.options': { method: 'GET', path: '/api/user/options', auth: 'none' },
  'user.google': { method: 'POST', path: '/api/user/google', auth: 'none' },
  'user.forgot': { method: 'POST', path: '/api/user/forgot', auth: 'none' },
  'user.reset': { method: 'POST', path: '/api/user/reset', auth: 'none' },
  'user.confirm-email': { method: 'POST', path: '/api/user/confirm-email', auth: 'token' },
  'user.confirm-again': { method: 'POST', path: '/api/user/confirm-again', auth: 'token' },
  'user.profile': { method: 'GET', path: '/api/user/profile', auth: 'token' },
  'user.save-profile': { method: 'PUT', path: '/api/user/profile', auth: 'token' },
  'user.export': { method: 'GET', path: '/api/user/export', auth: 'token' },
  'user.delete': { method: 'POST', path: '/api/user/delete', auth: 'token' },
  'address.user': { method: 'GET', path: '/api/address/user', auth: 'token' },
  'address.add': { method: 'POST', path: '/api/address/add', auth: 'token' },
  'address.edit': { method: 'PUT', path: '/api/address/edit', auth: 'token' },
  'address.delete': { method: 'DELETE', path: '/api/address/delete', auth: 'token' },
  'notification.user': { method: 'GET', path: '/api/notification/user', auth: 'token' },
  'notification.read': { method: 'PATCH', path: '/api/notification/read', auth: 'token' },
  'order.place': { method: 'POST', path: '/api/order/place', auth: 'token' },
  'order.razorpay': { method: 'POST', path: '/api/order/razorpay', auth: 'token' },
  'order.stripe': { method: 'POST', path: '/api/order/stripe', auth: 'token' },
  'order.giveUp': { method: 'POST', path: '/api/order/giveUp', auth: 'token' },
  'order.pay': { method: 'POST', path: '/api/order/pay', auth: 'token' },
  'order.verifyRazorpay': { method: 'POST', path: '/api/order/verifyRazorpay', auth: 'token' },
  'order.verifyStripe': { method: 'POST', path: '/api/order/verifyStripe', auth: 'token' },
  'order.userorders': { method: 'POST', path: '/api/order/userorders', auth: 'token' },
  'discount.check': { method: 'POST', path: '/api/discount/check', auth: 'token' },
  'newsletter.subscribe': { method: 'POST', path: '/api/newsletter/subscribe', auth: 'none' },
  'newsletter.confirm': { method: 'POST', path: '/api/newsletter/confirm', auth: 'none' },
  'order.invoice': { method: 'GET', path: '/api/order/invoice', auth: 'token' },
  'payment.methods': { method: 'GET', path: '/api/payment/methods', auth: 'none' },
  health: { method: 'GET', path: '/api/health', auth: 'none' },
} as const satisfies Record<string, { method: Method; path: string; auth: 'none' | 'token' }>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type RouteName = keyof typeof routes;

/** A refused or failed call. `code` is for programs, `message` for people, `fields` names each wrong field. */
export interface Refusal {
  success: false;
  code: RefusalCode;
  message: string;
  fields?: Record<string, string>;
}

export type RefusalCode =
  | 'invalid'
  | 'unauthorised'
  | 'not-found'
  | 'method-not-allowed'
  | 'taken'
  | 'price-changed'
  | 'out-of-stock'
  | 'code-refused'
  | 'cash-limit'
  | 'hold-limit'
  | 'key-reused'
  | 'already-placed'
  | 'not-paid'
  | 'too-many'
  | 'too-large'
  | 'not-open'
  | 'failed'
  | 'unavailable';

/** What `npm run shop -- doctor` asks of a deployed shop. Anybody may read it: no setting that is a secret stands here. */
export interface Health {
  /** This is the deploy that the shop's own address leads to. */
  published: boolean;
  /** The version of Node that functions run on. */
  runtime: string;
  /** Where functions run, such as ap-south-1; null on the local shop. */
  region: string | null;
  /** One round trip from function to database, in ms. */
  redisMs: number;
  /** When the reconciliation job ran last, in ms since 1970; null where it never did. */
  sweptAt: number | null;
  /** The setting SITE_URL as functions have it. */
  siteUrl: string | null;
  /** Which kind of keys each provider has that is set up. */
  keys: Partial<Record<Provider, KeyKind>>;
}

/** `test` moves no money. */
export type KeyKind = 'live' | 'test';

interface Success {
  success: true;
}

/** A product on the wire: specification §3, in its names and in rupees, with the further fields that lists need. */
export interface WireProduct {
  _id: string;
  name: string;
  price: number;
  oldPrice: number | null;
  image: string[];
  imageAlt: string[];
  sizes: string[];
  category: string[];
  subCategory: string;
  description: string;
  outOfStock: boolean;
  earlyOrder: boolean;
  offersEnabled: boolean;
  offerTitle: string | null;
  offerDescription: string | null;
  addedOn: string;
  /** Pieces left per size, as fresh as the answer. */
  stock: Stock;
}

/**
 * Query of `product.list`, prices in rupees. `id`, `offset` and `limit` are this shop's own: the lines of a cart or
 * wishlist, and a listing in pages. Without a limit the answer has every product that matches (specification §7).
 */
export interface ListQuery {
  subCategory?: string[];
  sizes?: string[];
  minPrice?: number;
  maxPrice?: number;
  sort?: 'newest' | 'price-asc' | 'price-desc' | 'bestseller';
  search?: string;
  id?: string[];
  offset?: number;
  limit?: number;
}

/** Name and phone are empty where the shop does not know them (specification §7); the size is this shop's own question. */
export interface EarlyOrderInterest {
  productId: string;
  name: string;
  email: string;
  phone: string;
  size?: string | undefined;
}

/** A wish to hear when a sold-out size is back (specification §4, Notify-me). */
export interface NotifyWish {
  productId: string;
  email: string;
  size: string;
}

/** What the waitlist's form carries (specification §3); the time is the server's. */
export interface WaitlistForm {
  user_email: string;
  user_name: string;
  message: string;
}

/** The form-send call of specification §7: these fields go to this address as multipart/form-data. */
export interface FormSend {
  address: string;
  fields: Record<string, string>;
}

export interface Credentials {
  email: string;
  password: string;
}

/** The profile on the wire (specification §3); times are ms since 1970. */
export interface WireUser extends Profile {
  _id: string;
  createdAt: number;
  updatedAt: number;
  /** An address that waits for its confirmation; null where none does. */
  pendingEmail: string | null;
  /** False for an account that only Google opens. */
  hasPassword: boolean;
  /** Whether the shopper has shown that the e-mail is theirs. */
  emailConfirmed: boolean;
}

export interface WireAddress extends AddressFields {
  _id: string;
}

/** A line of the Notifications tab (specification §3). */
export interface WireNotification {
  _id: string;
  type: string;
  message: string;
  read: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** One line of an order as the client sends it: the product's fields may ride along, the server reads these three. */
export interface WireOrderLine {
  _id: string;
  size: string;
  quantity: number;
}

/** `amount` is rupees: cart amount less what the code takes off, plus fee, the fee once (decisions, Small points). */
export interface PlaceOrderBody {
  address: DeliveryAddress;
  items: WireOrderLine[];
  amount: number;
  /** As it stands in the letter, or as it was typed. */
  code?: string | undefined;
}

export interface WireOrderItem extends WireOrderLine {
  name: string;
  price: number;
  image: string[];
}

/** Dates are milliseconds since 1970; amounts rupees. What the specification's rows do not name is this shop's own. */
export interface WireOrder {
  _id: string;
  items: WireOrderItem[];
  address: DeliveryAddress;
  status: OrderStatus;
  payment: boolean;
  paymentMethod: PaymentMethod;
  date: number;
  amount: number;
  /** What a code took off; `amount` is without it. */
  discount: { code: string; percent: number; amount: number } | null;
  /** Every status that it has had, oldest first. */
  history: { status: OrderStatus; date: number }[];
  shipment: { courier: string; trackingNumber: string } | null;
  /** Money on its way back, or back; `failed` where the provider could not send it yet. */
  refunds: { amount: number; reason: RefundReason; done: boolean; failed: boolean }[];
  /** Serials and times of issue; null until there is an invoice. */
  invoice: { number: string; date: number; creditNotes: { number: string; date: number }[] } | null;
}

/**
 * A line of an invoice or credit note. Rupees; `rate` is percent, half of it each for CGST and SGST; `quantity` is 0 where
 * a credit note takes back a part of the price.
 */
export interface WireTaxLine extends Pick<
  TaxLine,
  'kind' | 'name' | 'size' | 'hsn' | 'unit' | 'quantity' | 'rate'
> {
  /** With tax, before the discount. */
  gross: number;
  /** The line's share of it, with tax. */
  discount: number;
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
}

export type WireTaxSums = Pick<WireTaxLine, 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'>;

/** An invoice or a credit note as it is printed. */
export interface WireTaxDocument {
  number: string;
  date: number;
  lines: WireTaxLine[];
  /** At each rate, the lowest first. */
  rates: (WireTaxSums & { rate: Rate })[];
  sums: WireTaxSums;
  /** The total. */
  inWords: string;
}

export interface WireInvoice extends WireTaxDocument {
  orderId: string;
  /** When the order was placed. */
  orderDate: number;
  paymentMethod: PaymentMethod;
  supplier: Supplier;
  recipient: DeliveryAddress;
  placeOfSupply: Invoice['placeOfSupply'];
  /** IGST then, else CGST and the state's tax. */
  isInterState: boolean;
  /** What the state's tax is called where the shop is. */
  stateTax: 'SGST' | 'UTGST';
  /** Oldest first. */
  creditNotes: (WireTaxDocument & Pick<CreditNote, 'reason'>)[];
}

/**
 * What the payment window needs. `order` is Razorpay's own, `amount` in it in paise; `orderId` is the shop's. `key` is
 * the public half of the account's key.
 */
export interface RazorpayCheckout {
  order: { id: string; amount: number; currency: string; receipt: string };
  orderId: string;
  key: string;
  /** Where the window's script is. */
  checkoutUrl: string;
  /** Where a browser without windows comes back to, by a form. */
  callbackUrl: string;
}

export interface StripeCheckout {
  /** Stripe's own page. */
  session_url: string;
  orderId: string;
}

/** What Razorpay's window hands to the page when it has the money, in Razorpay's names. */
export interface RazorpayReceipt {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/** Body (or query, for GET) and reply of each call. `undefined` body: the call sends an empty one. */
export interface Calls {
  /**
   * `count` is of all that match, `facets` what each facet value would show; `products` is the page asked for. `said` is
   * why a search found these, where they are the nearest and not what was typed.
   */
  'product.list': {
    body: ListQuery;
    reply: Success & { products: WireProduct[]; count: number; facets: FacetCounts; said?: string };
  };
  'product.stock': { body: { id: string[] }; reply: Success & { stock: Record<string, Stock> } };
  'product.early-order-interest': { body: EarlyOrderInterest; reply: Success & { message: string } };
  'wishlist.toggle': {
    body: { itemId: string };
    reply: Success & { wishlistData: string[]; message: string };
  };
  'wishlist.get': { body: undefined; reply: Success & { wishlistData: string[] } };
  notify: { body: NotifyWish; reply: Success & { message: string } };
  'notify.check': { body: NotifyWish; reply: Success & { alreadyNotified: boolean } };
  /**
   * Says the same to whoever waits already. `formSend` is what the browser then tells the e-mail service; null where none
   * is set.
   */
  waitlist: { body: WaitlistForm; reply: Success & { message: string; formSend: FormSend | null } };
  /** The e-mail service has this visitor's form. */
  'waitlist.sent': { body: { user_email: string }; reply: Success };
  'cart.add': { body: { itemId: string; size: string }; reply: Success };
  'cart.update': { body: { itemId: string; size: string; quantity: number }; reply: Success };
  'cart.get': { body: undefined; reply: Success & { cartData: Cart } };
  'user.register': {
    body: Credentials & { name: string };
    reply: Success & { token: string; email: string; message: string };
  };
  'user.login': { body: Credentials; reply: Success & { token: string; email: string; message: string } };
  'user.logout': { body: undefined; reply: Success };
  /** Ways to log in beside a password. `google` is null where no client id is set. */
  'user.options': {
    body: undefined;
    reply: Success & { google: { clientId: string; scriptUrl: string } | null };
  };
  /** `token` of the body is Google's credential, that of the reply the session's. */
  'user.google': {
    body: { token: string };
    reply: Success & { token: string; user: { email: string }; message: string };
  };
  /** Says the same whether the e-mail has an account or not. */
  'user.forgot': { body: { email: string }; reply: Success & { message: string } };
  'user.reset': { body: { token: string; password: string }; reply: Success & { message: string } };
  /** By a link in a session of the account that it is for. `email` is the account's from now on. */
  'user.confirm-email': { body: { token: string }; reply: Success & { email: string; message: string } };
  'user.confirm-again': { body: undefined; reply: Success & { message: string } };
  'user.profile': { body: undefined; reply: Success & { user: WireUser } };
  'user.save-profile': { body: Profile; reply: Success & { user: WireUser; message: string } };
  /** Everything that the shop keeps of the shopper. */
  'user.export': { body: undefined; reply: Success & { data: Record<string, unknown> } };
  /** `email` is typed again as a confirmation; `password` is '' for an account that has none. */
  'user.delete': { body: Credentials; reply: Success & { message: string } };
  'address.user': { body: undefined; reply: Success & { addresses: WireAddress[] } };
  'address.add': { body: AddressFields; reply: Success & { message: string } };
  'address.edit': { body: AddressFields & { addressId: string }; reply: Success & { message: string } };
  'address.delete': { body: { addressId: string }; reply: Success & { message: string } };
  /** Newest first. */
  'notification.user': { body: undefined; reply: Success & { notifications: WireNotification[] } };
  /** One, or several at once. */
  'notification.read': { body: { notificationId: string | string[] }; reply: Success & { message: string } };
  'order.place': { body: PlaceOrderBody; reply: Success & { message: string; orderId: string } };
  'order.razorpay': { body: PlaceOrderBody; reply: Success & RazorpayCheckout };
  'order.stripe': { body: PlaceOrderBody; reply: Success & StripeCheckout };
  /**
   * Ends the request of an Idempotency-Key, so that it places nothing any more. `orderId` is the order that stands by it
   * already, else null.
   */
  'order.giveUp': { body: undefined; reply: Success & { orderId: string | null } };
  /** Pays an order that waits for its money, or whose payment failed, by the method that it was placed with. */
  'order.pay': {
    body: { orderId: string };
    reply: Success &
      (({ paymentMethod: 'razorpay' } & RazorpayCheckout) | ({ paymentMethod: 'stripe' } & StripeCheckout));
  };
  'order.verifyRazorpay': {
    body: RazorpayReceipt;
    reply: Success & { message: string; orderId: string };
  };
  /** For both providers' ways back: `success` is what the address says and decides nothing. */
  'order.verifyStripe': {
    body: { success: string | boolean | null; orderId: string };
    reply: Success & { message: string; orderId: string };
  };
  /** What a code takes off, where the shopper could use it now; nothing is kept for them until they order. */
  'discount.check': { body: { code: string }; reply: Success & { code: string; percent: number } };
  /** Says the same whether the e-mail is subscribed or not. */
  'newsletter.subscribe': { body: { email: string }; reply: Success & { message: string } };
  /** `code` is null where this e-mail has had its code before; `expiresAt` in ms. */
  'newsletter.confirm': {
    body: { token: string };
    reply: Success & {
      message: string;
      code: { code: string; percent: number; expiresAt: number } | null;
    };
  };
  'order.invoice': { body: { orderId: string }; reply: Success & { invoice: WireInvoice } };
  'payment.methods': { body: undefined; reply: Success & { methods: PaymentMethod[] } };
  'order.userorders': { body: { userId?: string } | undefined; reply: Success & { orders: WireOrder[] } };
  health: { body: undefined; reply: Success & Health };
}

export type Body<Name extends RouteName> = Calls[Name]['body'];
export type Reply<Name extends RouteName> = Calls[Name]['reply'];
