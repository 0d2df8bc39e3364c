/** Staff who work at the desk while parts of the shop break. */
import { setTimeout as wait } from 'node:timers/promises';
import { allOrdersKey } from '../../../netlify/storage/keys.ts';
import { sizesOf } from '../../../src/domain/product.ts';
import type { City } from './environment.ts';
import type { Chance } from './random.ts';

const orderVerbs = ['pack', 'ship', 'deliver', 'cancel', 'refund'] as const;
const stockVerbs = ['change', 'count'] as const;

export interface StaffTask {
  verb: (typeof orderVerbs)[number] | (typeof stockVerbs)[number];
  /** As the log names it: `order:ID` or `stock:product/size`. */
  subject: string;
  /** No two tasks have the same, so that the log can be held against them. */
  reason: string;
}

/** A task and its answer: 'done', the name and message of an error, or what its process says that ended. */
export type StaffDone = StaffTask & { answer: string };

/** Works until it is over: often on the newest orders, and now and then two people on the same thing at once. */
export async function staffing(
  { redis, hosts, range }: Pick<City, 'redis' | 'hosts' | 'range'>,
  isOver: () => boolean,
  chance: Chance,
  done: StaffDone[],
): Promise<void> {
  for (let at = 0; !isOver(); at += 1) {
    await wait(chance.between(100, 500));
    const ids = await redis.ask<string[]>('ZRANGE', allOrdersKey(), -20, -1).catch(() => []);
    const product = chance.of(range);
    const isStock = ids.length === 0 || chance.isOnce(0.3);
    const task = isStock
      ? { verb: chance.of(stockVerbs), subject: `stock:${product.id}/${chance.of(sizesOf(product))}` }
      : { verb: chance.of(orderVerbs), subject: `order:${chance.of(ids)}` };
    const people = chance.isOnce(0.3) ? ['first', 'second'] : ['alone'];
    await Promise.all(
      people.map(async (person) => {
        const own = { ...task, reason: `${at} ${person}` };
        done.push({ ...own, answer: await hosts.work(own) });
      }),
    );
  }
}
