import { z } from 'zod';
import {
  type DeliveryAddress,
  type DeliveryField,
  deliveryProblems,
  type emptyDeliveryAddress,
} from '../../domain/address.ts';
import { orderLinesMax, shop } from '../../domain/config.ts';
import type { OrderStatus, PaymentMethod, RefundReason } from '../../domain/order.ts';
import { MINUTE_MS } from '../../domain/time-units.ts';
import { deliverySentence, fieldMessages } from '../messages/address.ts';
import { orderMessages } from '../messages/orders.ts';
import type { CallRules, Success } from './call.ts';
import { code } from './cart.ts';
import { described, email, id, limitedText, nothing, orderId, size, text } from './fields.ts';

/** One order line from the client. It may contain the whole product; the server reads only these three fields. */
export interface WireOrderLine {
  _id: string;
  size: string;
  quantity: number;
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
  /** The order that the shopper placed instead of paying this one; null if there is none. */
  replacedBy: string | null;
}

export interface OrderReplies {
  'order.place': Success & { message: string; orderId: string };
  'order.giveUp': Success & { orderId: string | null };
  'order.cancel': Success & { message: string };
  'order.userorders': Success & { orders: WireOrder[] };
}

const address = z
  .object({
    firstName: limitedText('firstName', fieldMessages.firstName),
    lastName: limitedText('lastName', fieldMessages.lastName),
    email,
    street: limitedText('street', fieldMessages.street),
    city: limitedText('city', fieldMessages.city),
    state: limitedText('state', fieldMessages.state),
    zipcode: text(6, fieldMessages.zipcode).meta(described.pin),
    country: text(40, fieldMessages.country).meta({ const: shop.country }),
    phone: z
      .string(fieldMessages.phone)
      .max(20, fieldMessages.phone)
      .trim()
      .min(1, fieldMessages.phone)
      .meta(described.phone),
  } satisfies Record<keyof typeof emptyDeliveryAddress, z.ZodType>)
  .superRefine((value, context) => {
    for (const [field, problem] of Object.entries(deliveryProblems(value))) {
      const message = deliverySentence(field as DeliveryField, problem);
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

const orderLine = z.object({
  _id: id,
  size,
  quantity: z
    .int(orderMessages.quantity)
    .min(1, orderMessages.quantity)
    .max(shop.maxQuantityPerLine, orderMessages.quantity),
});

/**
 * `amount` in rupees: the cart's amount, less the code's discount, plus one delivery fee. `code` as in the email, or as
 * typed.
 */
export const orderBody = z.object({
  address,
  items: z.array(orderLine, orderMessages.emptyItems).min(1, orderMessages.emptyItems).max(orderLinesMax),
  amount: z.number().min(0).max(10_000_000),
  code: code.optional(),
});

export type PlaceOrderBody = z.input<typeof orderBody>;

/** Limits of calls that place an order, whatever the payment method. */
export const orderLimits = [{ name: 'order', by: 'account', limit: 10, windowMs: 10 * MINUTE_MS }] as const;

export const orderCalls = {
  'order.place': {
    auth: 'token',
    onlyPublished: true,
    summary: 'Places an order to be paid on delivery.',
    body: orderBody,
    idempotencyKey: 'optional',
    refusals: ['price-changed', 'out-of-stock', 'code-refused', 'cash-limit', 'key-reused', 'already-placed'],
    limits: orderLimits,
  },
  'order.giveUp': {
    auth: 'token',
    openBeforeLaunch: true,
    onlyPublished: true,
    summary:
      'Ends the order attempt of an Idempotency-Key, so that it can place no order. `orderId` is the order that it has already placed, else null.',
    body: nothing,
    idempotencyKey: 'required',
    limits: [{ name: 'give-up', by: 'account', limit: 60, windowMs: 10 * MINUTE_MS }],
  },
  'order.cancel': {
    auth: 'token',
    openBeforeLaunch: true,
    onlyPublished: true,
    summary: 'Cancels an own order that waits for its payment. Money that still arrives is refunded.',
    body: z.object({ orderId }),
    refusals: ['not-found', 'already-placed'],
    limits: [{ name: 'cancel', by: 'account', limit: 20, windowMs: 10 * MINUTE_MS }],
  },
  'order.userorders': {
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'The shopper’s orders, newest first.',
    body: z.object({ userId: z.string().max(100).optional() }).optional(),
    limits: [{ name: 'orders', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS }],
  },
} as const satisfies Record<string, CallRules>;
