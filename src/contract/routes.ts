import type { AddressFields, DeliveryAddress } from '../domain/address.ts';
import type { Cart } from '../domain/cart.ts';
import type { FacetCounts } from '../domain/catalogue.ts';
import type { Rate } from '../domain/gst.ts';
import type { OrderStatus, PaymentMethod, Provider, RefundReason } from '../domain/order.ts';
import type { Stock } from '../domain/product.ts';
import type { CreditNote, Invoice, Supplier, TaxLine } from '../domain/tax-document.ts';
import type { Profile } from '../domain/user.ts';

/**
 * The API between browser and server: every call with its method, path and auth (docs/behaviour.md#api). Field names of
 * the API (`cartData`, `zipcode`, `amount` in rupees) exist only in this file.
 *
 * `auth: 'token'`: the call carries the header `token`.
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

/** The data that `npm run shop -- doctor` needs. Anybody may read it, so it contains no secret setting. */
export interface Health {
  /** This is the deploy at the shop's own URL. */
  published: boolean;
  /** The Node version of the functions. */
  runtime: string;
  /** The region of the functions, such as ap-south-1; null for the local shop. */
  region: string | null;
  /** One round trip from function to database, in ms. */
  redisMs: number;
  /** The last run of the reconciliation job, in ms since 1970; null if it never ran. */
  sweptAt: number | null;
  /** The setting SITE_URL in the functions. */
  siteUrl: string | null;
  /** The kind of keys of each configured provider. */
  keys: Partial<Record<Provider, KeyKind>>;
}

/** `test` moves no money. */
export type KeyKind = 'live' | 'test';

interface Success {
  success: true;
}

/** A product in the API's field names, prices in rupees, with extra fields for lists. */
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
  /** Stock per size, as old as the response. */
  stock: Stock;
}

/**
 * Query of `product.list`, prices in rupees. `id` is for the lines of a cart or wishlist; `offset` and `limit` are for
 * pages. Without a limit, the reply has every matching product.
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

/** Name and phone are empty if the shop does not know them. */
export interface EarlyOrderInterest {
  productId: string;
  name: string;
  email: string;
  phone: string;
  size?: string | undefined;
}

/** A back-in-stock subscription to a sold-out size (docs/behaviour.md#notify-me). */
export interface NotifyWish {
  productId: string;
  email: string;
  size: string;
}

/** The fields of the waitlist form; the server adds the time. */
export interface WaitlistForm {
  user_email: string;
  user_name: string;
  message: string;
}

/** The form-send call: the browser posts these fields to this URL as multipart/form-data. */
export interface FormSend {
  address: string;
  fields: Record<string, string>;
}

export interface Credentials {
  email: string;
  password: string;
}

/** The profile in the API's field names; times are ms since 1970. */
export interface WireUser extends Profile {
  _id: string;
  createdAt: number;
  updatedAt: number;
  /** A new email that is not confirmed yet; null if there is none. */
  pendingEmail: string | null;
  /** False for an account with Google log-in only. */
  hasPassword: boolean;
  /** Whether the shopper has confirmed the email. */
  emailConfirmed: boolean;
}

export interface WireAddress extends AddressFields {
  _id: string;
}

/** A line of the Notifications tab. */
export interface WireNotification {
  _id: string;
  type: string;
  message: string;
  read: boolean;
  /** In ms since 1970. */
  createdAt: number;
}

/** One order line from the client. It may contain the whole product; the server reads only these three fields. */
export interface WireOrderLine {
  _id: string;
  size: string;
  quantity: number;
}

/** `amount` in rupees: the cart's amount, less the code's discount, plus one delivery fee. */
export interface PlaceOrderBody {
  address: DeliveryAddress;
  items: WireOrderLine[];
  amount: number;
  /** As in the email, or as typed. */
  code?: string | undefined;
}

export interface WireOrderItem extends WireOrderLine {
  name: string;
  price: number;
  image: string[];
}

/** Dates are ms since 1970; amounts are rupees. */
export interface WireOrder {
  _id: string;
  items: WireOrderItem[];
  address: DeliveryAddress;
  status: OrderStatus;
  payment: boolean;
  paymentMethod: PaymentMethod;
  date: number;
  amount: number;
  /** The code's discount; `amount` excludes it. */
  discount: { code: string; percent: number; amount: number } | null;
  /** Every status so far, oldest first. */
  history: { status: OrderStatus; date: number }[];
  shipment: { courier: string; trackingNumber: string } | null;
  /** Refunds, sent or due; `failed` if the provider could not send it yet. */
  refunds: { amount: number; reason: RefundReason; done: boolean; failed: boolean }[];
  /** Document numbers and issue times; null until there is an invoice. */
  invoice: { number: string; date: number; creditNotes: { number: string; date: number }[] } | null;
}

/**
 * A line of an invoice or credit note, in rupees. `rate` is percent, half of it each for CGST and SGST. `quantity` is 0
 * if a credit note takes back a part of the price.
 */
export interface WireTaxLine extends Pick<
  TaxLine,
  'kind' | 'name' | 'size' | 'hsn' | 'unit' | 'quantity' | 'rate'
> {
  /** With tax, before the discount. */
  gross: number;
  /** The line's share of the discount, with tax. */
  discount: number;
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
}

export type WireTaxSums = Pick<WireTaxLine, 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'>;

/** A printed invoice or credit note. */
export interface WireTaxDocument {
  number: string;
  date: number;
  lines: WireTaxLine[];
  /** Sums per rate, the lowest rate first. */
  rates: (WireTaxSums & { rate: Rate })[];
  sums: WireTaxSums;
  /** The total in words. */
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
  /** If true, the tax is IGST; else CGST and the state's tax. */
  isInterState: boolean;
  /** The name of the state tax at the shop's place. */
  stateTax: 'SGST' | 'UTGST';
  /** Oldest first. */
  creditNotes: (WireTaxDocument & Pick<CreditNote, 'reason'>)[];
}

/**
 * The data for Razorpay's payment window. `order` is Razorpay's own order, with `amount` in paise; `orderId` is the
 * shop's. `key` is the public half of the account's key.
 */
export interface RazorpayCheckout {
  order: { id: string; amount: number; currency: string; receipt: string };
  orderId: string;
  key: string;
  /** URL of the window's script. */
  checkoutUrl: string;
  /** Where a browser that cannot open the window posts its form. */
  callbackUrl: string;
}

export interface StripeCheckout {
  /** URL of Stripe's own page. */
  session_url: string;
  orderId: string;
}

/** Razorpay's receipt for a successful payment, in Razorpay's field names. */
export interface RazorpayReceipt {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/** Body (or query, for GET) and reply of each call. `undefined` body: the call sends an empty one. */
export interface Calls {
  /**
   * `count` is the number of all matches, `facets` the count for each facet value, `products` the requested page.
   * `said` explains a search result that is only near the query.
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
   * The reply is the same for an email that is on the list already. `formSend` is the call to the email service that
   * the browser makes next; null if none is configured.
   */
  waitlist: { body: WaitlistForm; reply: Success & { message: string; formSend: FormSend | null } };
  /** Reports that the email service has this visitor's form. */
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
  /** Log-in methods besides a password. `google` is null if no client id is set. */
  'user.options': {
    body: undefined;
    reply: Success & { google: { clientId: string; scriptUrl: string } | null };
  };
  /** `token` is Google's credential in the body, and the session's token in the reply. */
  'user.google': {
    body: { token: string };
    reply: Success & { token: string; user: { email: string }; message: string };
  };
  /** The reply is the same with and without an account for the email. */
  'user.forgot': { body: { email: string }; reply: Success & { message: string } };
  'user.reset': { body: { token: string; password: string }; reply: Success & { message: string } };
  /** Needs a link and a session of the same account. `email` is the account's new email. */
  'user.confirm-email': { body: { token: string }; reply: Success & { email: string; message: string } };
  'user.confirm-again': { body: undefined; reply: Success & { message: string } };
  'user.profile': { body: undefined; reply: Success & { user: WireUser } };
  'user.save-profile': { body: Profile; reply: Success & { user: WireUser; message: string } };
  /** All data that the shop stores about the shopper. */
  'user.export': { body: undefined; reply: Success & { data: Record<string, unknown> } };
  /** `email` is typed again as a confirmation; `password` is '' for an account that has none. */
  'user.delete': { body: Credentials; reply: Success & { message: string } };
  'address.user': { body: undefined; reply: Success & { addresses: WireAddress[] } };
  'address.add': { body: AddressFields; reply: Success & { message: string } };
  'address.edit': { body: AddressFields & { addressId: string }; reply: Success & { message: string } };
  'address.delete': { body: { addressId: string }; reply: Success & { message: string } };
  /** Newest first. */
  'notification.user': { body: undefined; reply: Success & { notifications: WireNotification[] } };
  /** One id or several. */
  'notification.read': { body: { notificationId: string | string[] }; reply: Success & { message: string } };
  'order.place': { body: PlaceOrderBody; reply: Success & { message: string; orderId: string } };
  'order.razorpay': { body: PlaceOrderBody; reply: Success & RazorpayCheckout };
  'order.stripe': { body: PlaceOrderBody; reply: Success & StripeCheckout };
  /**
   * Ends the order attempt of an Idempotency-Key, so that it can place no order. `orderId` is the order that it has
   * already placed, else null.
   */
  'order.giveUp': { body: undefined; reply: Success & { orderId: string | null } };
  /** Pays an order that waits for payment or whose payment failed, with its own payment method. */
  'order.pay': {
    body: { orderId: string };
    reply: Success &
      (({ paymentMethod: 'razorpay' } & RazorpayCheckout) | ({ paymentMethod: 'stripe' } & StripeCheckout));
  };
  'order.verifyRazorpay': {
    body: RazorpayReceipt;
    reply: Success & { message: string; orderId: string };
  };
  /** For shoppers who return from both providers: `success` comes from the URL and decides nothing. */
  'order.verifyStripe': {
    body: { success: string | boolean | null; orderId: string };
    reply: Success & { message: string; orderId: string };
  };
  /** The code's discount, if the shopper can use it now; the code is not reserved before an order. */
  'discount.check': { body: { code: string }; reply: Success & { code: string; percent: number } };
  /** The reply is the same for a subscribed and an unsubscribed email. */
  'newsletter.subscribe': { body: { email: string }; reply: Success & { message: string } };
  /** `code` is null if this email has had its code before; `expiresAt` in ms. */
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
