import type { Order, Payment, PaymentReference, Provider, Refund } from '../../src/domain/order.ts';
import type { Payout } from '../../src/domain/payout.ts';
import type { RefundReport } from '../../src/domain/refund.ts';
import type { PaymentReport } from '../../src/domain/payment-settlement.ts';

/**
 * The provider sent no answer, or an unusable one. The request may or may not have been carried out; a retry can help.
 */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** The provider is still working on the same request of another call. */
export class ProviderBusy extends ProviderUnavailable {
  override name = 'ProviderBusy';
}

/** The bank has not decided on an earlier payment. Until it has, the shopper must not make a second one. */
export class StillDeciding extends Error {
  override name = 'StillDeciding';
}

/** The provider refuses, and a retry does not help: for example a wrong key or a wrong amount. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
  /** The HTTP status of its answer. */
  readonly status: unknown;
  constructor(message: string, status?: unknown) {
    super(message);
    this.status = status;
  }
}

/** Whether a provider gave no usable answer, or refused. */
export function isProviderFailure(error: unknown): error is ProviderUnavailable | ProviderRefused {
  return error instanceof ProviderUnavailable || error instanceof ProviderRefused;
}

/** A webhook event that the provider did not sign, or that is too old to accept. */
export class ForgedEvent extends Error {
  override name = 'ForgedEvent';
}

/** A webhook event with a valid signature and an unknown format. */
export class UnreadableEvent extends Error {
  override name = 'UnreadableEvent';
}

/** The URLs to which the provider's page returns the shopper. */
export interface ReturnUrls {
  paidUrl: string;
  unpaidUrl: string;
  /** Receives the form that the provider's page posts. */
  formUrl: string;
}

/** How the shopper continues to pay. */
export interface OpenedPayment<Checkout> {
  /** The provider's reference. */
  id: string;
  /** What the browser needs, in the field names of src/contract/calls/payment. */
  checkout: Checkout;
}

/**
 * A webhook event. `reference` is the payment reference, `orderId` the shop's order as the provider knows it. Both are
 * null if the shop ignores the event or the event does not name them.
 */
export interface ProviderEvent {
  id: string;
  type: string;
  reference: string | null;
  orderId: string | null;
  /** The payment, if the event names no reference. */
  payment: string | null;
  /** The dispute that the event is about. */
  dispute: string | null;
  /** The event only says that the reference is closed for payments. */
  isEnd: boolean;
}

/** A dispute or a refund as a provider lists it. */
export interface ListedItem {
  /** The provider's. */
  id: string;
  paymentId: string;
  /** In the provider's words. */
  status: string;
}

/** A webhook that is registered at a provider. */
export interface RegisteredWebhook {
  url: string;
  isOn: boolean;
  events: readonly string[];
}

/**
 * What the shop needs from a payment provider. Every method asks the provider itself and throws ProviderUnavailable or
 * ProviderRefused; none trusts data from a browser.
 */
export interface PaymentProvider<Checkout = object> {
  id: Provider;
  /**
   * Starts a payment: uses the existing reference if it can still be paid, else makes a new one. Calling it twice for
   * an order creates nothing that could be paid twice unnoticed.
   */
  open: (
    order: Order,
    existing: PaymentReference | null,
    returnUrls: ReturnUrls,
  ) => Promise<OpenedPayment<Checkout>>;
  /**
   * The payments, refunds and disputes of a reference. Captures a payment that is only authorised.
   * @param dispute one that a webhook or the list just named: Razorpay lists disputes, but not those of a payment
   */
  fetchStatus: (reference: PaymentReference, order: Order, dispute: string | null) => Promise<PaymentReport>;
  /** The reference of a payment; null if it has none. */
  referenceOf: (paymentId: string) => Promise<string | null>;
  /** Closes a reference for payments, if the provider can do that. */
  close: (reference: PaymentReference) => Promise<void>;
  /** Refunds money, once per refund key. @returns the state of the refund so far */
  refund: (order: Order, refund: Refund, payment: Pick<Payment, 'id'>) => Promise<RefundReport>;
  /** Disputes that began since a time (ms), newest first; of more than 5,000 the newest, which the log says. */
  disputes: (since: number) => Promise<ListedItem[]>;
  /** Refunds of all its payments, by the shop or on its dashboard; otherwise as `disputes`. */
  refunds: (since: number) => Promise<ListedItem[]>;
  /** What it has paid out in a time span (ms, both included), newest first. */
  payouts: (from: number, to: number) => Promise<Payout[]>;
  /** The webhooks that are registered there. @throws Error in its own words if it does not list them */
  webhooks: () => Promise<RegisteredWebhook[]>;
  /**
   * Verifies and reads a webhook event from its raw body.
   * @param at now, in ms
   * @throws ForgedEvent, UnreadableEvent
   */
  readEvent: (raw: string, headers: Headers, at: number) => Promise<ProviderEvent>;
}

/** Runs a parser on a signed body. @throws UnreadableEvent if it fails; the error quotes nothing from the body */
export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UnreadableEvent(error instanceof Error ? error.name : 'unknown');
  }
}

/**
 * The values of a setting, separated by spaces or commas: during a rotation both the new and the old secret are set.
 */
export function valuesOf(setting: string | undefined): string[] {
  return (setting ?? '').split(/[\s,]+/).filter((value) => value !== '');
}

/** Logs the shop's order id and the provider's message: neither identifies the shopper. */
export function logProvider(orderId: string, { name, message }: Error): void {
  console.error(JSON.stringify({ level: 'error', order: orderId, error: name, message }));
}
