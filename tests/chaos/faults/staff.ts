/** Staff who work at the desk while parts of the shop fail. */
import { setTimeout as wait } from 'node:timers/promises';
import { allOrdersKey, orderKey } from '../../../netlify/storage/keys.ts';
import type { Order, OrderStatus } from '../../../src/domain/order.ts';
import { sizesOf } from '../../../src/domain/product.ts';
import type { Environment } from './environment.ts';
import type { Random } from '../../support/seeded-random.ts';

const stockVerbs = ['change', 'count'] as const;
const orderVerbs = [
  'pack',
  'ship',
  'deliver',
  'cancel',
  'refund',
  'undo',
  'refundByHand',
  'release',
  'note',
  'print',
];
/** The next action. Any verb is tried now and then, and most are refused. */
const usual: Partial<Record<OrderStatus, readonly string[]>> = {
  'Order Placed': ['pack', 'pack', 'pack', 'cancel', 'refund'],
  Processing: ['ship', 'ship', 'refund', 'print', 'undo', 'note'],
  Shipped: ['deliver', 'deliver', 'refund', 'undo'],
};

export interface StaffTask {
  /** One of those above, or a command of the owner (`owner.cancel`), which is in no log. */
  verb: string;
  /** As in the log: `order:ID` or `stock:product/size`. */
  subject: string;
  /** Unique for each task, so that the log can be compared with the tasks. */
  reason: string;
}

/** A task and its answer: 'done', the name and message of an error, or the report of a process that ended. */
export type StaffDone = StaffTask & { answer: string };

/** Several people at once, each with an own name. */
export async function runStaff(
  environment: Pick<Environment, 'redis' | 'hosts' | 'range'>,
  isOver: () => boolean,
  random: Random,
  done: StaffDone[],
): Promise<void> {
  const names = ['asha', 'ravi', 'meera', 'kiran'];
  await Promise.all(names.map((name) => oneOfStaff(name, environment, isOver, random.fork(name), done)));
}

/** Works until the run is over: on the newest orders, and sometimes from two devices on the same subject at once. */
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
