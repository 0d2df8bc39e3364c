import type { z } from 'zod';
import { addressCalls, type AddressBodies, type AddressReplies } from './calls/address.ts';
import { backInStockCalls, type BackInStockReplies } from './calls/back-in-stock.ts';
import type { CallRules, Method } from './calls/call.ts';
import { cartCalls, type CartReplies } from './calls/cart.ts';
import { healthCalls, type HealthReplies } from './calls/health.ts';
import { invoiceCalls, type InvoiceReplies } from './calls/invoice.ts';
import { newsletterCalls, type NewsletterBodies, type NewsletterReplies } from './calls/newsletter.ts';
import { notificationCalls, type NotificationReplies } from './calls/notification.ts';
import { orderCalls, type OrderReplies } from './calls/order.ts';
import { paymentCalls, type PaymentReplies } from './calls/payment.ts';
import { productCalls, type ProductBodies, type ProductReplies } from './calls/product.ts';
import { userCalls, type UserReplies } from './calls/user.ts';
import { vitalsCalls, type VitalsReplies } from './calls/vitals.ts';

const calls = {
  ...productCalls,
  ...backInStockCalls,
  ...cartCalls,
  ...userCalls,
  ...addressCalls,
  ...notificationCalls,
  ...orderCalls,
  ...paymentCalls,
  ...invoiceCalls,
  ...newsletterCalls,
  ...healthCalls,
  ...vitalsCalls,
};

type Calls = typeof calls;
export type RouteName = keyof Calls;
export type Routes = {
  [Name in RouteName]: Calls[Name] & { method: MethodOf<Calls[Name]>; path: string };
};
type MethodOf<Rules> = Rules extends { method: infer Own extends Method } ? Own : 'POST';

/**
 * The API between browser and server (docs/behaviour.md#api): one entry per call, in the file of its noun. Field names of
 * the API (`cartData`, `zipcode`, `amount` in rupees) exist only there. Browsers import types from here and nothing else,
 * because the table has the validator; `endpoints.ts` has what they need of it.
 */
export const routes = Object.fromEntries(
  Object.entries(calls).map(([name, rules]) => [
    name,
    // The path is that of `addressOf` in endpoints.ts, which checks its lists against this table.
    { method: 'POST', path: `/api/${name.replace('.', '/')}`, ...rules },
  ]),
) as Routes;

export const routeNames = Object.keys(routes) as RouteName[];

export const rulesOf = (name: RouteName): CallRules & { method: Method; path: string } => routes[name];

/** The reply of each call. */
export interface Replies
  extends
    ProductReplies,
    BackInStockReplies,
    CartReplies,
    UserReplies,
    AddressReplies,
    NotificationReplies,
    OrderReplies,
    PaymentReplies,
    InvoiceReplies,
    NewsletterReplies,
    HealthReplies,
    VitalsReplies {}

export type Reply<Name extends RouteName> = Replies[Name];

/** Bodies of callers that have wider types in hand than the schema accepts. */
interface Bodies extends ProductBodies, AddressBodies, NewsletterBodies {}

/** What a caller sends, as body or query. A call without a body takes `undefined`. */
export type Body<Name extends RouteName> = Name extends keyof Bodies
  ? Bodies[Name]
  : z.input<Calls[Name]['body']>;

/** What a handler gets. */
export type Parsed<Name extends RouteName> = z.output<Calls[Name]['body']>;
