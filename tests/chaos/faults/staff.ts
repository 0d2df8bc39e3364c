/** Staff who work at the desk while parts of the shop break. */
import { setTimeout as wait } from 'node:timers/promises';
import { allOrdersKey, orderKey } from '../../../netlify/storage/keys.ts';
import type { Order, OrderStatus } from '../../../src/domain/order.ts';
import { sizesOf } from '../../../src/domain/product.ts';
import type { Environment } from './environment.ts';
import type { Random } from './random.ts';

const stockVerbs = ['change', 'count'] as const;
const orderVerbs = ['pack', 'ship', 'deliver', 'cancel', 'refund'] as const;
/** What is done next; any verb is tried now and then, and most are refused. */
const usual: Partial<Record<OrderStatus, readonly (typeof orderVerbs)[number][]>> = {
  'Order Placed': ['pack', 'pack', 'pack', 'cancel', 'refund'],
  Processing: ['ship', 'ship', 'refund'],
  Shipped: ['deliver', 'refund'],
};

export interface StaffTask {
  verb: (typeof orderVerbs)[number] | (typeof stockVerbs)[number];
  /** As the log names it: `order:ID` or `stock:product/size`. */
  subject: string;
  /** No two tasks have the same, so that the log can be held against them. */
  reason: string;
}

/** A task and its answer: 'done', the name and message of an error, or what its process says that ended. */
export type StaffDone = StaffTask & { answer: string };

/** Several people at once, each with a name of their own. */
export async function runStaff(
  environment: Pick<Environment, 'redis' | 'hosts' | 'range'>,
  isOver: () => boolean,
  random: Random,
  done: StaffDone[],
): Promise<void> {
  const names = ['asha', 'ravi', 'meera', 'kiran'];
  await Promise.all(names.map((name) => oneOfStaff(name, environment, isOver, random.fork(name), done)));
}

/** Works until it is over: on the newest orders, and now and then from two devices on the same thing at once. */
async function oneOfStaff(
  name: string,
  { redis, hosts, range }: Pick<Environment, 'redis' | 'hosts' | 'range'>,
  isOver: () => boolean,
  random: Random,
  done: StaffDone[],
): Promise<void> {
  for (let at = 0; !isOver(); at += 1) {
    await wait(random.between(100, 500));
    const ids = await redis.ask<string[]>('ZRANGE', allOrdersKey(), -20, -1).catch(() => []);
    const product = random.pick(range);
    const isStock = ids.length === 0 || random.happens(0.3);
    const id = isStock ? '' : random.pick(ids);
    const text = isStock ? null : await redis.ask<string | null>('GET', orderKey(id)).catch(() => null);
    const status = text === null ? 'Payment Pending' : (JSON.parse(text) as Order).status;
    const verbs = random.happens(0.2) ? orderVerbs : (usual[status] ?? orderVerbs);
    const task = isStock
      ? { verb: random.pick(stockVerbs), subject: `stock:${product.id}/${random.pick(sizesOf(product))}` }
      : { verb: random.pick(verbs), subject: `order:${id}` };
    const devices = random.happens(0.3) ? ['phone', 'laptop'] : ['phone'];
    await Promise.all(
      devices.map(async (device) => {
        const own = { ...task, reason: `${name} ${at} ${device}` };
        done.push({ ...own, answer: await hosts.staffDo(own) });
      }),
    );
  }
}
