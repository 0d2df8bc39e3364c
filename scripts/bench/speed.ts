/**
 * Speed as a shopper feels it: `npm run bench -- speed`. The built shop in real Chromium, over the network of a bad day and
 * for Lighthouse's phone, beside hand-written pages with the same words and pictures and no script: the floor. Quick looks:
 * `--pages home,product`, `--rounds 2`; `--service-worker` lets the shop's take part in repeat visits.
 */
import { parseArgs } from 'node:util';
import process from 'node:process';
import { exitWith, SetupError } from '../setup.mjs';
import { leaveSection } from '../report/report.ts';
import { openShopProcess } from './speed/shop-process.ts';

const PAGES = ['home', 'collection', 'product', 'cart', 'checkout'] as const;
const ROUNDS = 5;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: PAGES.join(',') },
      rounds: { type: 'string', default: String(ROUNDS) },
      'service-worker': { type: 'boolean', default: false },
    },
  });
  const asked = values.pages.split(',');
  const pages = PAGES.filter((page) => asked.includes(page));
  const rounds = Number(values.rounds);
  if (pages.length < asked.length) throw new SetupError(`--pages takes some of ${PAGES.join(',')}.`);
  if (!Number.isInteger(rounds) || rounds < 1) throw new SetupError('--rounds takes a whole number from 1.');

  const shop = await openShopProcess();
  try {
    // They read the catalogue, which has been made by now.
    const { measure } = await import('./speed/measure.ts');
    const { speedSection } = await import('./speed/section.ts');
    const options = { pages, rounds, withServiceWorker: values['service-worker'] };
    const section = speedSection(await measure(shop.address, options), options);
    await leaveSection('bench', section);
    console.log(section.text.split('\n### ')[0]);
  } finally {
    await shop.close();
  }
}

// What was started goes when this goes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
try {
  await main();
} catch (error) {
  exitWith(error);
}
process.exit();
