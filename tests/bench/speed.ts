/**
 * Speed as a shopper experiences it: `npm run bench -- speed`. Compares the built shop with the floor (the same pages
 * without script) in Chromium as a slow phone, over one slow line that all connections share. For a quick run: `--parts
 * journey,early`, `--rounds 1`. Fails if something could not be measured; a missed aim is only reported.
 */
import { parseArgs } from 'node:util';
import process from 'node:process';
import { takeSnapshot } from '../../local/site/site-build.ts';
import { writeReport } from '../support/report/report.ts';
import { exitWith, projectRoot, SetupError, step } from '../../scripts/setup.mjs';
import { openTemporaryShop } from '../support/own-shop.ts';
import { atEnd, endAll } from './speed/cleanup.ts';

/** @returns whether everything could be measured */
async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: { parts: { type: 'string' }, rounds: { type: 'string', default: '3' } },
  });
  // The other modules read the catalogue, so they are imported after it exists.
  await takeSnapshot(projectRoot);
  const { measure, parts: all } = await import('./speed/measure.ts');
  const { rowsOf, speedReport } = await import('./speed/report.ts');
  const { prepareShop } = await import('./speed/shop-copy.ts');
  const asked = values.parts?.split(',') ?? all;
  const parts = all.filter((part) => asked.includes(part));
  const rounds = Number(values.rounds);
  if (parts.length < asked.length) throw new SetupError(`--parts takes some of ${all.join(',')}.`);
  if (!Number.isInteger(rounds) || rounds < 1) throw new SetupError('--rounds takes a whole number from 1.');

  step('speed: a copy of the shop, built');
  const copy = await prepareShop();
  try {
    const shop = await openTemporaryShop(copy.root);
    const close = atEnd(shop.close);
    try {
      const options = { parts, rounds };
      const found = await measure(shop.address, options);
      const rows = rowsOf(found, options);
      const report = speedReport(found, options, rows);
      await writeReport('bench/speed', report);
      console.log(report.text);
      return found.failures.length === 0;
    } finally {
      await close();
    }
  } finally {
    await copy.remove();
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
