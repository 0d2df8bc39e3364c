import type { Order, Payment, PaymentReference, Provider, Refund } from '../../src/domain/order.ts';
import type { RefundReport } from '../../src/domain/refund.ts';
import type { PaymentReport } from '../../src/domain/payment-settlement.ts';

/** The provider did not answer, or not usably: what was asked may or may not have been done. It is worth asking again. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** The provider works on the very same request of another call. */
export class ProviderBusy extends ProviderUnavailable {
  override name = 'ProviderBusy';
}

/** A bank has a payment in hand that was made: until it has decided, a second one must not be made. */
export class StillDeciding extends Error {
  override name = 'StillDeciding';
}

/** The provider will not do it, however often it is asked: a wrong key, a wrong amount. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}

/** A webhook that the provider did not send, or sent too long ago to be believed. */
export class ForgedEvent extends Error {
  override name = 'ForgedEvent';
}

/** A webhook that is signed by the provider and has not the form that the shop knows. */
export class UnreadableEvent extends Error {
  override name = 'UnreadableEvent';
}

/** Where the shopper comes back to from the provider's page. */
export interface WaysBack {
  paidUrl: string;
  unpaidUrl: string;
  /** For a form that the provider's page sends. */
  formUrl: string;
}

/** How the shopper goes on to pay. `id` is the provider's reference. */
export type Opened =
  | {
      provider: 'razorpay';
      id: string;
      window: {
        order: { id: string; amount: number; currency: string; receipt: string };
        key: string;
        checkoutUrl: string;
        callbackUrl: string;
      };
    }
  | { provider: 'stripe'; id: string; url: string };

/**
 * A provider's news. `reference` is what it is about, `orderId` the order that the provider was told it is for; null for
 * news that the shop does not act on, and where the news does not say it.
 */
export interface ProviderEvent {
  id: string;
  type: string;
  reference: string | null;
  orderId: string | null;
  /** The payment that it is about, where it names no reference. */
  payment: string | null;
  /** The dispute that it is about. */
  dispute: string | null;
  /** It only says that the reference takes no money any more. */
  isEnd: boolean;
}

/**
 * What the shop needs of whoever takes its money. Every verb asks the provider itself and throws ProviderUnavailable or
 * ProviderRefused; none trusts what a browser says.
 */
export interface PaymentProvider {
  id: Provider;
  /**
   * A way to pay an order: the reference that it has, where that can still be paid, else a new one. Asked twice for the
   * same order it makes nothing that could be paid twice unnoticed.
   */
  open: (order: Order, existing: PaymentReference | null, ways: WaysBack) => Promise<Opened>;
  /**
   * What has been paid by a reference, what went back of it, and what is contested. A payment that is only authorised is
   * captured here.
   * @param dispute one that the shop has just heard of: Razorpay does not tell which disputes a payment has
   */
  fetchStatus: (reference: PaymentReference, order: Order, dispute: string | null) => Promise<PaymentReport>;
  /** The reference that a payment was made by; null where there is none. */
  referenceOf: (paymentId: string) => Promise<string | null>;
  /** Makes sure that nobody pays by a reference any more, where the provider can do that. */
  close: (reference: PaymentReference) => Promise<void>;
  /** Sends money back, once for a refund's key. @returns what has become of it so far */
  refund: (order: Order, refund: Refund, payment: Pick<Payment, 'id'>) => Promise<RefundReport>;
  /**
   * Reads a webhook from its raw body.
   * @param at now, in ms
   * @throws ForgedEvent, UnreadableEvent
   */
  readEvent: (raw: string, headers: Headers, at: number) => Promise<ProviderEvent>;
}

/** What `read` makes of a signed body. @throws UnreadableEvent where it cannot, without a word of the body */
export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UnreadableEvent(error instanceof Error ? error.name : 'unknown');
  }
}

/** A setting with several values, such as the new and the old secret of a rotation: apart by spaces or commas. */
export function valuesOf(setting: string | undefined): string[] {
  return (setting ?? '').split(/[\s,]+/).filter((value) => value !== '');
}
