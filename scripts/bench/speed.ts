/**
 * Speed as a shopper feels it: `npm run bench -- speed`. The built shop in real Chromium, over the network of a bad day and
 * for Lighthouse's phone, beside hand-written pages with the same words and pictures and no script: the floor. Quick looks:
 * `--pages home,product`, `--rounds 1`. Fails where something could not be measured; a missed aim is a finding.
 */
import { parseArgs } from 'node:util';
import process from 'node:process';
import { exitWith, SetupError } from '../setup.mjs';
import { leaveSection } from '../report/report.ts';
import { endAll } from './speed/leaving.ts';
import { pageNames, usualRounds } from './speed/options.ts';
import { openShopProcess } from './speed/shop-process.ts';

/** @returns whether everything could be measured */
async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: pageNames.join(',') },
      rounds: { type: 'string', default: String(usualRounds) },
    },
  });
  const asked = values.pages.split(',');
  const pages = pageNames.filter((page) => asked.includes(page));
  const rounds = Number(values.rounds);
  if (pages.length < asked.length) throw new SetupError(`--pages takes some of ${pageNames.join(',')}.`);
  if (!Number.isInteger(rounds) || rounds < 1) throw new SetupError('--rounds takes a whole number from 1.');

  const shop = await openShopProcess();
  try {
    // They read the catalogue, which has been made by now.
    const { measure } = await import('./speed/measure.ts');
    const { speedSection } = await import('./speed/section.ts');
    const { isWhole, verdict } = await import('./speed/verdict.ts');
    const options = { pages, rounds };
    const found = await measure(shop.address, options);
    const rows = verdict(found, options);
    const section = speedSection(found, options, rows);
    await leaveSection('bench', section);
    console.log(section.text.split('\n### ')[0]);
    return isWhole(rows);
  } finally {
    await shop.close();
  }
}

let ending: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    ending ??= endAll();
    void ending.then(() => process.exit(1));
  });
}
try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  await ending;
  exitWith(error);
}
process.exit();
