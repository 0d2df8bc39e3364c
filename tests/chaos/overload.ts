/**
 * `npm run chaos -- overload` opens the whole shop, floods log-in, order and search from a few addresses far beyond their
 * limits, and looks at how ordinary shoppers from other addresses do, beside the same without a flood in the same run.
 */
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { aimsTable, markdownTable, writeReport } from '../support/report/report.ts';
import { exitWith, projectRoot, step } from '../../scripts/setup.mjs';
import { takeSnapshot } from '../../local/site/site-build.ts';
import { openTemporaryShop } from '../support/own-shop.ts';
import { readOptions } from './options.ts';
import { aimsOf, type Results, shoppersTable } from './overload/targets.ts';
import type { Account, Sample, Shop } from './overload/shoppers.ts';

/** Quiet and flooded times take turns, so that what the machine does beside them meets both. */
const ROUNDS = 3;
const SECONDS = 9;
/** At once; each makes one visit after the other, every visit from another network. */
const SHOPPERS = 4;

/** Long enough for an account to be none of the attack's neighbours. */
const REGULAR_MS = 65_000;

async function measure(shop: Shop): Promise<Results> {
  // They read the catalogue, which has to be there first.
  const { networkOf, register, visit } = await import('./overload/shoppers.ts');
  const { ACCOUNTS, FLOODED, floods, VICTIMS } = await import('./overload/attackers.ts');
  // So many that none of them comes to its own limit of orders, on a fast machine either.
  const accounts: Account[] = [];
  for (let number = 0; number < SHOPPERS * 40; number += 1) {
    // The first are guessed at; the next have their home behind the flooded address.
    const isBehind = number >= VICTIMS && number < SHOPPERS * 10;
    const { token: _, ...account } = await register(shop, isBehind ? FLOODED : networkOf(100_000 + number));
    accounts.push(account);
  }
  const victims = accounts.slice(0, VICTIMS).map(({ email }) => email);
  const tokens: string[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1)
    tokens.push((await register(shop, networkOf(900 + number))).token);

  const { registerRegulars, unpaidAttack, ways } = await import('./overload/unpaid-attack.ts');
  const known = await registerRegulars(shop);
  const knownAt = performance.now();
  const results: Omit<Results, 'unpaid'> = { quiet: [], flooded: [], floods: [] };
  let visits = 1_000;
  async function shoppers(into: Sample[]): Promise<void> {
    const until = performance.now() + SECONDS * 1_000;
    await Promise.all(
      Array.from({ length: SHOPPERS }, async () => {
        while (performance.now() < until) {
          visits += 1;
          const account = accounts[visits % accounts.length] as Account;
          await visit(shop, visits, account, (sample) => into.push(sample));
        }
      }),
    );
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await shoppers(results.quiet);
    const flooded = shoppers(results.flooded);
    // Until the last visit has ended.
    const [found] = await Promise.all([floods(shop, { tokens, victims }, flooded), flooded]);
    results.floods.push(...found);
  }
  await wait(Math.max(0, knownAt + REGULAR_MS - performance.now()));
  const unpaid: Results['unpaid'] = [];
  for (const way of ways) {
    step(`somebody who never pays orders ${way.name} for a minute`);
    unpaid.push(await unpaidAttack(shop, way, known));
  }
  return { ...results, unpaid };
}

async function main(): Promise<boolean> {
  readOptions({});
  // The names of limits carry it; their numbers are all that is asked for here.
  process.env['PERSON_HASH_KEY'] ||= 'no-secret-because-only-limits-are-asked-for';
  await takeSnapshot(projectRoot);
  step('opening the shop');
  const shop = await openTemporaryShop();
  let results: Results;
  try {
    step('shoppers, with and without a flood');
    results = await measure({ address: shop.address.origin });
  } finally {
    await shop.close();
  }
  const { steps } = await import('./overload/shoppers.ts');
  const { attacksOf } = await import('./overload/attackers.ts');
  const attacks = attacksOf(results.floods);
  const failed = [...results.quiet, ...results.flooded].filter(({ ok }) => !ok);
  const { unpaidAimsOf } = await import('./overload/unpaid-attack.ts');
  const aims = [...aimsOf(results, attacks, steps), ...results.unpaid.flatMap(unpaidAimsOf)];
  await writeReport('chaos/overload', {
    title: 'A flood at the doors',
    command: 'npm run chaos -- overload',
    text: [
      aimsTable(aims),
      `${SHOPPERS} shoppers at once, every visit from a network of its own, for ${ROUNDS} × ${SECONDS} s without and as long with four floods of 20 connections each, which last until the last shopper has left (log-in with an email each, order and search from one address each, log-in to three shoppers’ accounts from a new address each time). These three log in meanwhile, and the other shoppers behind the address of the first flood.`,
      'Then somebody orders on delivery for a minute as fast as the shop answers and pays nothing, with a new account for five tries and a new phone and address for each, behind one address, and for another minute online behind another; fifty shoppers behind it who registered earlier order meanwhile.',
      '## Shoppers',
      shoppersTable(results, steps),
      '## Floods',
      markdownTable(
        ['flood', 'requests', 'a second', 'answers'],
        attacks.map(({ name, total, perSecond, answers }) => [
          name,
          total,
          Math.round(perSecond),
          [...answers].map(([status, count]) => `${status}: ${count}`).join(', '),
        ]),
      ),
      ...(failed.length > 0
        ? ['## What did not work', ...new Set(failed.map(({ step: at, why }) => `- ${at}: ${why}`))]
        : []),
      'All of it, floods, shoppers, shop, Redis and gateway, shared this machine’s processors, so the ratios are those of one small machine that does everything; in production floods run on others, functions on as many instances as there are calls, and the CDN answers pages and most searches. Password hashes leave a processor free, and callers take turns by their network (netlify/identity/fair-queue).',
    ].join('\n\n'),
  });
  for (const { step: at, why } of failed.slice(0, 5)) console.error(`✗ ${at}: ${why}`);
  const missed = aims.filter(({ holds }) => !holds);
  for (const { aim, found } of missed) console.error(`✗ ${aim}: ${found}`);
  return missed.length === 0;
}

try {
  process.exit((await main()) ? 0 : 1);
} catch (error) {
  exitWith(error);
}
