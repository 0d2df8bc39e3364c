/** What one attacker does: one or more requests, each of which depends on the state that the previous one left. */
import fc, { type Arbitrary } from 'fast-check';
import type { ApiDescription } from '../../../scripts/openapi/document.ts';
import type { JsonSchema } from '../../../scripts/openapi/replies.ts';
import { oneOf } from './bodies.ts';
import { orderCalls } from './fields.ts';
import { type Call, callsOf, type Step, stepOf } from './steps.ts';

/** From one address, as production sees it, under an account of its own. */
export interface Episode {
  ip: string;
  steps: Step[];
}

/** Calls that cost a password hash (31 ms of a processor) or nine round trips: rarer, so that others do not wait. */
const expensive = new Set(['user.register', 'user.login', 'user.reset', 'user.delete', 'user.export']);
const weightOf = ({ operation }: Call): number =>
  expensive.has(operation.operationId) ? 1 : orderCalls.has(operation.operationId) ? 6 : 4;

/** In sequence; each request depends on the state that the previous one left. */
const stories: string[][] = [
  ['order.place', 'order.place', 'order.userorders', 'order.invoice', 'order.pay'],
  ['order.place', 'order.invoice', 'order.invoice', 'order.userorders', 'notification.user'],
  ['order.razorpay', 'order.verifyRazorpay', 'order.verifyRazorpay', 'order.userorders', 'order.pay'],
  ['order.razorpay', 'order.giveUp', 'order.place', 'order.giveUp', 'order.userorders'],
  ['order.razorpay', 'order.cancel', 'order.cancel', 'order.userorders', 'order.pay'],
  ['discount.check', 'order.place', 'discount.check', 'order.razorpay', 'order.userorders'],
  ['user.reset', 'user.profile', 'user.login', 'user.reset', 'cart.get'],
  ['user.confirm-email', 'user.profile', 'user.confirm-email', 'user.export'],
  ['user.register', 'user.confirm-again', 'user.export', 'user.reset', 'user.login'],
  ['user.google', 'user.google', 'user.profile', 'user.options'],
  ['order.razorpay', 'order.place', 'order.pay', 'order.verifyRazorpay', 'order.verifyStripe'],
  ['order.stripe', 'order.razorpay', 'order.stripe', 'order.userorders', 'payment.return'],
  ['user.logout', 'user.profile', 'cart.get', 'order.place', 'address.user'],
  ['address.add', 'address.user', 'address.edit', 'address.delete', 'address.delete'],
  ['cart.add', 'cart.update', 'cart.get', 'order.place', 'cart.get'],
  ['wishlist.toggle', 'wishlist.toggle', 'wishlist.get', 'user.export'],
  ['user.save-profile', 'user.profile', 'user.confirm-email', 'user.export'],
  ['user.register', 'user.login', 'user.delete', 'user.profile', 'cart.add'],
  ['order.place', 'notification.user', 'notification.read', 'notification.read'],
  ['newsletter.subscribe', 'newsletter.confirm', 'newsletter.leave', 'discount.check', 'order.place'],
  ['notify', 'notify', 'notify.check', 'notify', 'notify.check'],
  ['order.razorpay', 'webhook', 'webhook', 'order.userorders', 'payment.return'],
  ['product.list', 'product.stock', 'product.early-order-interest', 'health', 'payment.methods'],
];

const addresses: Arbitrary<string> = oneOf([3, fc.ipV4()], [1, fc.ipV6()]);

export function episodes(description: ApiDescription): Arbitrary<Episode> {
  const root = description as unknown as JsonSchema;
  const calls = new Map(callsOf(description).map((call) => [call.operation.operationId, call]));
  const anyStep = fc.oneof(
    ...[...calls.values()].map((call) => ({ weight: weightOf(call), arbitrary: stepOf(call, root) })),
  );
  // Most steps of a story succeed, so that it continues.
  const storyStep = (name: string) => {
    const call = calls.get(name) as Call;
    return oneOf([4, stepOf(call, root, true)], [1, stepOf(call, root)]);
  };
  const story = fc.oneof(
    ...stories.map((names) => ({
      weight: names.some((name) => expensive.has(name)) ? 1 : 4,
      arbitrary: fc.tuple(...names.map(storyStep)).map((steps) => [...steps]),
    })),
  );
  const steps = oneOf([2, fc.array(anyStep, { minLength: 1, maxLength: 10, size: 'max' })], [1, story]);
  return fc.record({ ip: addresses, steps });
}
