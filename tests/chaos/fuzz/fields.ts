/**
 * Values of request fields, by name. A value known only at run time is a mark (`§own.order§`, `§victim.address.2§`) that
 * `fillMarks` replaces.
 */
import fc, { type Arbitrary } from 'fast-check';
import { shop } from '../../../src/domain/config.ts';
import { hostileText, type Json, oneOf, type Pools, raw } from './bodies.ts';
import { addressOf, CODE_PERCENT } from '../goods.ts';
import { earlyOrderIds, orderOfPicks, productIds } from './fuzz-catalogue.ts';
import { PASSWORD } from './canaries.ts';
import type { Call } from './steps.ts';

export const anyVictim = (what: string): Arbitrary<Json> =>
  fc.nat(5).map((number) => `§victim.${what}.${number}§`);
const mostly = (own: Json, others: Arbitrary<Json>): Arbitrary<Json> =>
  oneOf([2, fc.constant(own)], [1, others]);
const email = oneOf([3, fc.constantFrom<Json>('§own.email§', '§new.email§')], [1, anyVictim('email')]);
const product = fc.constantFrom<Json>(...productIds);
const size = fc.constantFrom<Json>('XS', 'S', 'M', 'L', 'XL', 'XXL', 'default');
const ownLinks = ['§own.token§', '§own.reset§', '§own.confirm§', '§own.newsletter§', '§own.credential§'];
const link = fc.oneof(anyVictim('forged'), fc.constantFrom<Json>(...ownLinks), hostileText);

/** By field: the sender's own value, and others that an attacker would try. */
const ownAndOthers: Record<string, readonly [own: Json, others: Arbitrary<Json>]> = {
  name: ['§own.canary§', hostileText],
  orderId: ['§own.order§', anyVictim('order')],
  addressId: ['§own.address§', anyVictim('address')],
  notificationId: ['§own.news§', anyVictim('news')],
  code: ['§own.code§', hostileText],
  razorpay_order_id: ['§own.reference§', anyVictim('order')],
  razorpay_payment_id: ['§own.payment§', hostileText],
  razorpay_signature: ['§own.signature§', hostileText],
};
/** Pools of all these fields. */
const poolsOf = (pool: (own: Json, others: Arbitrary<Json>) => Arbitrary<Json>): Pools =>
  Object.fromEntries(Object.entries(ownAndOthers).map(([field, values]) => [field, pool(...values)]));
const name = mostly('§own.canary§', hostileText);

export const pools: Pools = {
  ...poolsOf(mostly),
  itemId: product,
  productId: product,
  _id: product,
  id: product,
  size,
  sizes: size,
  email,
  user_email: email,
  userId: mostly('§own.user§', anyVictim('user')),
  password: fc.constantFrom<Json>(PASSWORD, 'wrong wrong wrong'),
  token: link,
  firstName: name,
  lastName: name,
  label: name,
  zipcode: fc.constant('560001'),
  phone: fc.constant(`${shop.phonePrefix}9876543210`),
  dateOfBirth: fc.constantFrom<Json>('1998-02-28', '', '2001-02-30'),
  search: fc.oneof(fc.constantFrom<Json>('hoodie', 'black', 'कुर्ता'), hostileText),
  amount: fc.constantFrom<Json>(10, 1_309, 0),
};

/** A valid order, with an attacker's texts wherever text is allowed. */
export const realOrder: Arbitrary<Json> = fc
  .record({
    picks: fc.array(
      fc.record({ product: fc.nat(60), size: fc.nat(6), quantity: fc.integer({ min: 1, max: 3 }) }),
      { minLength: 1, maxLength: 3 },
    ),
    street: hostileText,
    firstName: hostileText,
    hasCode: fc.boolean(),
    // Each order has its own address: the limit of orders on delivery would end most of them.
    number: fc.nat(999_999_999),
    zipcode: fc.integer({ min: 110_001, max: 899_999 }),
  })
  .map(({ picks, street, firstName, hasCode, number, zipcode }) => ({
    address: {
      ...addressOf(number),
      firstName: firstName.trim().slice(0, 60) || 'Asha',
      lastName: '§own.canary§',
      email: '§own.email§',
      street: street.trim().slice(0, 200) || '12 MG Road',
      zipcode: `${zipcode}`,
    },
    ...(hasCode && { code: '§own.code§' }),
    ...orderOfPicks(picks, hasCode ? CODE_PERCENT : 0),
  }));

/** Providers' messages about orders that attackers have started. */
export const providerEvent: Arbitrary<Json> = fc.oneof(
  fc
    .constantFrom('payment.captured', 'payment.failed', 'order.paid', 'refund.created')
    .map((event): Json => ({
      event,
      created_at: raw('§now.s§'),
      payload: { payment: { entity: { id: 'pay_§fresh.id§', order_id: '§own.reference§' } } },
    })),
  fc
    .constantFrom('checkout.session.completed', 'checkout.session.expired', 'charge.updated')
    .map((type): Json => ({
      id: 'evt_§fresh.id§',
      object: 'event',
      type,
      created: raw('§now.s§'),
      data: { object: { id: '§own.reference§', object: 'checkout.session' } },
    })),
);

/** The field `token` of these calls comes by email, or from Google. */
const mailed: Record<string, string> = {
  'user.reset': '§own.reset§',
  'user.confirm-email': '§own.confirm§',
  'newsletter.confirm': '§own.newsletter§',
  'user.google': '§own.credential§',
};

export const orderCalls = new Set(['order.place', 'order.razorpay', 'order.stripe']);

/** As a shopper's own browser fills it in. */
export function ownPools({ operation }: Call): Pools {
  const { operationId } = operation;
  const email = operationId === 'user.register' ? '§new.email§' : '§own.email§';
  const token = mailed[operationId];
  return {
    ...pools,
    ...poolsOf((own) => fc.constant(own)),
    ...(token !== undefined && { token: fc.constant(token) }),
    ...(operationId === 'product.early-order-interest' && { productId: fc.constantFrom(...earlyOrderIds) }),
    email: fc.constant(email),
    user_email: fc.constant(email),
    password: fc.constant(PASSWORD),
  };
}
