/**
 * Speed as a shopper experiences it: `npm run bench -- speed`. Compares the built shop with the floor (the same pages
 * without script) in Chromium as a slow phone, over one slow line that all connections share. For a quick run: `--parts
 * journey,early`, `--rounds 1`. Fails if something could not be measured; a missed aim is only reported.
 */
import process from 'node:process';
import { readWhole, runPart } from '../support/long-runs/part.ts';
import { writeReport } from '../support/long-runs/report.ts';
import { SetupError, step } from '../../scripts/setup.mjs';
import { openTemporaryShop } from '../support/own-shop.ts';
import { atEnd, endAll } from './speed/cleanup.ts';

let ending: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    ending ??= endAll();
    void ending.then(() => process.exit(1));
  });
}

await runPart({ parts: { type: 'string' }, rounds: { type: 'string', default: '3' } }, async (values) => {
  const { measure, parts: all } = await import('./speed/measure.ts');
  const { rowsOf, speedReport } = await import('./speed/report.ts');
  const { prepareShop } = await import('./speed/shop-copy.ts');
  const asked = values.parts?.split(',') ?? all;
  const parts = all.filter((part) => asked.includes(part));
  if (parts.length < asked.length) throw new SetupError(`--parts takes some of ${all.join(',')}.`);
  const options = { parts, rounds: readWhole('rounds', values.rounds, 1, 100) };
  try {
    step('speed: a copy of the shop, built');
    const shop = await openTemporaryShop(await prepareShop());
    atEnd(shop.close);
    const found = await measure(shop.address, options);
    const report = speedReport(found, options, rowsOf(found, options));
    await writeReport('bench/speed', report);
    console.log(report.text);
    return found.failures.length === 0;
  } finally {
    await (ending ?? endAll());
  }
});
