/** The whole run: shoppers with and without floods, then attackers who never pay, and the report. */
import { setTimeout as wait } from 'node:timers/promises';
import { aimsTable, writeReport } from '../../support/long-runs/report.ts';
import { openTemporaryShop } from '../../support/own-shop.ts';
import { step } from '../../../scripts/setup.mjs';
import { networkOf, newAccount } from '../../support/api-call.ts';
import { aimsOf, type Results, shoppersTable } from './aims.ts';
import { ACCOUNTS, attacksOf, FLOODED, floods, VICTIMS } from './attackers.ts';
import { type Account, type Sample, steps, visit } from './shoppers.ts';
import { registerRegulars, type Source, sources, unpaidAimsOf, unpaidAttack, ways } from './unpaid-attack.ts';

/** Quiet and flooded periods alternate, so that other load on the machine affects both. */
const ROUNDS = 3;
const SECONDS = 9;
/** Concurrent shoppers; each makes one visit after the other, every visit from another network. */
const SHOPPERS = 4;

/** After this time accounts no longer count as just registered, and the flood's shoppers not in the shop's first limit. */
const PAUSE_MS = 130_000;

async function measure(shop: URL): Promise<Results> {
  // Enough that none reaches its own limit of orders, even on a fast machine.
  const accounts: Account[] = [];
  for (let number = 0; number < SHOPPERS * 40; number += 1) {
    // The first accounts are guessed at; the next shoppers are behind the flooded address.
    const isBehind = number >= VICTIMS && number < SHOPPERS * 10;
    const home = isBehind ? FLOODED : networkOf(100_000 + number);
    accounts.push({ ...(await newAccount(shop, home)), home });
  }
  const victims = accounts.slice(0, VICTIMS).map(({ email }) => email);
  const tokens: string[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1)
    tokens.push((await newAccount(shop, networkOf(900 + number))).token);

  const known = await registerRegulars(shop);
  const results: Results = { quiet: [], flooded: [], floods: [], unpaid: [] };
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
  await wait(PAUSE_MS);
  for (const source of Object.keys(sources) as Source[]) {
    for (const way of ways) {
      step(`an attacker who never pays orders ${way.name} from ${source} for a minute`);
      results.unpaid.push(await unpaidAttack(shop, way, source, source === 'one address' ? known : []));
    }
  }
  return results;
}

/** Each text once, with how often it came; the most frequent first. */
function counted(texts: readonly string[]): string[] {
  return Object.entries(Object.groupBy(texts, (text) => text))
    .map(([text, all = []]) => ({ text, times: all.length }))
    .sort((one, other) => other.times - one.times)
    .map(({ text, times }) => `${text} (${times} times)`);
}

/** @returns whether every aim is met */
export async function overload(): Promise<boolean> {
  step('opening the shop');
  const shop = await openTemporaryShop();
  let results: Results;
  try {
    step('shoppers, with and without a flood');
    results = await measure(shop.address);
  } finally {
    await shop.close();
  }
  const failures = counted([
    ...[...results.quiet, ...results.flooded].flatMap(({ ok, step: at, why }) =>
      ok ? [] : [`${at}: ${why}`],
    ),
    ...results.unpaid.flatMap((each) => each.failures),
  ]);
  const aims = [
    ...aimsOf(results, attacksOf(results.floods), steps),
    ...results.unpaid.flatMap(unpaidAimsOf),
  ];
  await writeReport('chaos/overload', {
    title: 'A flood of requests',
    command: 'npm run chaos -- overload',
    text: [
      aimsTable(aims),
      `${SHOPPERS} shoppers at once, every visit from a network of its own, for ${ROUNDS} × ${SECONDS} s without and as long with four floods of 20 connections each, until the last shopper has left (log-in with an email each, order and search from one address each, log-in to three shoppers’ accounts from a new address each time). These three log in meanwhile, and the other shoppers behind the address of the first flood.`,
      'Then an attacker orders on delivery for a minute as fast as the shop answers, without paying, with a new account for five tries and a new phone and address for each, behind one address, and for another minute online behind another; fifty shoppers behind it who registered earlier order meanwhile. Then the same from many addresses, half of them in one /48 of IPv6.',
      '## Shoppers',
      shoppersTable(results, steps),
      ...(failures.length > 0 ? ['## Failed steps', failures.map((text) => `- ${text}`).join('\n')] : []),
      'Floods, shoppers, shop, Redis and gateway share this machine’s processors, so the ratios are those of one small machine. In production, floods come from other machines, each call has its own instance of a function, and the CDN answers pages and most searches. Password hashes leave one processor free, and a fair queue takes turns between networks (netlify/identity/fair-queue).',
    ].join('\n\n'),
  });
  for (const text of failures) console.error(`✗ ${text}`);
  const missed = aims.filter(({ holds }) => !holds);
  for (const { aim, found } of missed) console.error(`✗ ${aim}: ${found}`);
  return missed.length === 0;
}
