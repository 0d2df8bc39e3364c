/** What a rule of the fault runs sees, and what several rules ask of it. */
import type { Order } from '../../../../src/domain/order.ts';
import type { Witness } from '../client-log.ts';
import type { City } from '../environment.ts';
import type { Truth } from '../ground-truth.ts';

export interface Finding {
  rule: string;
  /** How many things were looked at. */
  looked: number;
  broken: string[];
}

export interface Seen {
  truth: Truth;
  witness: Witness;
  city: Pick<City, 'opening' | 'codes' | 'falsified'>;
  fates: ReturnType<City['hosts']['fates']>;
}

/** By what must hold. */
export type Rules = Record<string, (seen: Seen) => Omit<Finding, 'rule'>>;

/** Calls that place an order. */
export const placements = ['order.place', 'order.razorpay', 'order.stripe'];

export type Attempt = Witness['attempts'][number];

/** The order that stands under a request's key. */
export const orderOf = (
  { userId, key }: Pick<Attempt, 'userId' | 'key'>,
  { attempts, orders }: Pick<Truth, 'attempts' | 'orders'>,
) => orders.get(attempts.get(`${userId}:${key}`) ?? '');

export const linesOf = ({ items }: Order): [string, number][] =>
  items.map(({ productId, size, quantity }) => [`${productId}/${size}`, quantity]);

export const wasPlaced = ({ history }: Order) => history.some(({ status }) => status === 'Order Placed');
