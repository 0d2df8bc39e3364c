/** The input of a rule of the fault runs, and queries that several rules share. */
import type { Order } from '../../../../src/domain/order.ts';
import type { Attempt, ClientLog } from '../client-log.ts';
import type { Environment } from '../environment.ts';
import type { GroundTruth } from '../ground-truth.ts';

export interface Finding {
  rule: string;
  /** The number of checked things. */
  checked: number;
  violations: string[];
}

export interface Seen {
  truth: GroundTruth;
  clientLog: ClientLog;
  environment: Pick<Environment, 'initial' | 'codes' | 'forgedWebhooks'>;
  exits: ReturnType<Environment['hosts']['exits']>;
}

/** By the rule's sentence. */
export type Rules = Record<string, (seen: Seen) => Omit<Finding, 'rule'>>;

/** Checks each of the things. @param problems what is wrong with one */
export function each<Thing>(
  things: Iterable<Thing>,
  problems: (thing: Thing) => string | readonly string[] | false,
): Omit<Finding, 'rule'> {
  const all = [...things];
  return { checked: all.length, violations: all.flatMap((thing) => problems(thing) || []) };
}

/** Calls that place an order. */
export const placements = ['order.place', 'order.razorpay', 'order.stripe'];

/** The order created under a request's key. */
export const orderOf = (
  { userId, key }: Attempt,
  { attempts, orders }: Pick<GroundTruth, 'attempts' | 'orders'>,
) => orders.get(attempts.get(`${userId}:${key}`) ?? '');

export const linesOf = ({ items }: Order): [string, number][] =>
  items.map(({ productId, size, quantity }) => [`${productId}/${size}`, quantity]);

export const wasPlaced = ({ history }: Order) => history.some(({ status }) => status === 'Order Placed');
