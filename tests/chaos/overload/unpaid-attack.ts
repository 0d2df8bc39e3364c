/**
 * Somebody who orders and never pays, on delivery or online, for a minute, as fast as the shop answers, with a new account
 * for a few orders, a new phone and address for every one: behind one network address, where fifty shoppers order in the
 * same way meanwhile; and from many addresses, every second one of which is in one /48 of IPv6.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { totalsOf } from '../../../src/domain/order-totals.ts';
import { cashOnDelivery, unpaidOnline } from '../../../src/domain/order-limits.ts';
import type { Body } from '../../../src/contract/routes.ts';
import { ask, networkOf, newAccount, send } from '../../support/api-call.ts';
import { addressOf, orderOf } from '../goods.ts';
import { orderFor, pieces } from './shoppers.ts';

const SECONDS = 60;
const ATTACKERS = 8;
const SHOPPERS = 50;

const { unconfirmed: cash } = cashOnDelivery.order;
const { unconfirmed: online } = unpaidOnline.order;
/** The ways to order without paying at once: each has an address of its own. */
export const ways = [
  { route: 'order.place', name: 'on delivery', network: '203.0.113.50', most: cash },
  { route: 'order.razorpay', name: 'online', network: '203.0.113.51', most: online },
] as const;
export type Way = (typeof ways)[number];

/** Where an order of the attack comes from. */
export const sources = {
  'one address': ({ network }: Way) => network,
  'many addresses': () =>
    randomInt(2) === 0 ? networkOf(randomInt(1 << 23)) : `2001:db8:1:${randomInt(1 << 16).toString(16)}::1`,
} as const;
export type Source = keyof typeof sources;
/** Of what was for sale. */
const LEAST_LEFT = 0.95;

export interface Regular {
  token: string;
  number: number;
}

/** Those who have come to the shop some minutes before the attack, each from a network of their own by then. */
export async function registerRegulars(shop: URL): Promise<Regular[]> {
  const all: Regular[] = [];
  for (let number = 0; number < SHOPPERS; number += 1) {
    const { token } = await newAccount(shop, networkOf(200_000 + number));
    all.push({ token, number: 200_000 + number });
  }
  return all;
}

type AttackLine = (typeof pieces)[number] & { quantity: number };

/** As many pieces as fit into an order of somebody who has confirmed nothing, of what is worth most. */
const wantedBy = ({ most }: Way): AttackLine[] =>
  pieces
    .map((piece) => {
      let quantity: number = most.pieces;
      while (totalsOf([{ product: piece.product, quantity }]).totalPaise > most.paise) quantity -= 1;
      return { ...piece, quantity };
    })
    .sort((a, b) => b.quantity - a.quantity);

/** @returns why it was refused; null if it was not */
async function order(
  shop: URL,
  { route }: Way,
  network: string,
  token: string,
  body: Body<'order.place'>,
): Promise<string | null> {
  const answer = await ask(shop, route, body, { network, token });
  if (answer.status === 200) return null;
  const { message } = (await answer.json()) as { message: string };
  return `${answer.status} ${message}`;
}

/** How many pieces are for sale. */
async function forSale(shop: URL): Promise<number> {
  let sum = 0;
  for (const id of new Set(pieces.map(({ product }) => product.id))) {
    const answer = await send(shop, `/api/product/stock?id=${id}`, networkOf(300_000));
    const { stock } = (await answer.json()) as { stock: Record<string, Record<string, number>> };
    for (const left of Object.values(stock[id] ?? {})) sum += left;
  }
  return sum;
}

/** @param known shoppers behind the attack's own address, who registered more than two minutes ago */
export async function unpaidAttack(shop: URL, way: Way, source: Source, known: readonly Regular[]) {
  const wanted = wantedBy(way);
  const before = await forSale(shop);
  /** Orders that the attack asked for, those that it got, and the shoppers who got theirs. */
  const found = { asked: 0, got: 0, served: 0 };
  /** Why shoppers got none. */
  const failures: string[] = [];
  const until = performance.now() + SECONDS * 1_000;
  const attacker = async () => {
    while (performance.now() < until) {
      // Accounts come from everywhere: what one address may register does not hold the attack up.
      const account = await newAccount(shop, networkOf(randomInt(1 << 23))).catch(() => null);
      if (!account) continue;
      for (let orders = 0; orders < 5; orders += 1) {
        const line = wanted[found.asked % wanted.length] as AttackLine;
        found.asked += 1;
        const refused = await order(shop, way, sources[source](way), account.token, {
          address: addressOf(randomInt(1_000_000_000)),
          ...orderOf([line]),
        });
        if (refused === null) found.got += 1;
      }
    }
  };
  const shopper = async ({ token, number }: Regular) => {
    await wait(randomInt((SECONDS - 5) * 1_000));
    const refused = await order(shop, way, way.network, token, orderFor(number, number % 5 === 0 ? 2 : 1));
    if (refused === null) found.served += 1;
    else failures.push(`a shopper's order ${way.name}: ${refused}`);
  };
  await Promise.all([...Array.from({ length: ATTACKERS }, attacker), ...known.map(shopper)]);
  return {
    ...found,
    failures,
    way: way.name,
    source,
    shoppers: known.length,
    before,
    left: await forSale(shop),
  };
}

export type UnpaidAttack = Awaited<ReturnType<typeof unpaidAttack>>;

export function unpaidAimsOf({ way, source, shoppers, served, before, left, got, asked }: UnpaidAttack) {
  return [
    ...(shoppers === 0
      ? []
      : [
          {
            aim: `${shoppers} shoppers behind the address of an attacker who orders ${way} and does not pay all get their order`,
            found: `${served} of ${shoppers}, while ${got} of the attack's ${asked} orders passed`,
            holds: served === shoppers,
          },
        ]),
    {
      aim: `after ${SECONDS} s of orders ${way} from ${source} at least ${LEAST_LEFT * 100}% of the pieces are for sale`,
      found: `${left} of ${before} (${((100 * left) / before).toFixed(1)}%)`,
      holds: left >= LEAST_LEFT * before,
    },
  ];
}
