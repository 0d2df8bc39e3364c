/**
 * How the shop scales with its catalogue: `npm run bench -- scale`. The full run is `npm run bench -- scale --sizes
 * 100,1000,10000,50000`; 50,000 products alone take a quarter of an hour. `npm run bench -- scale --orders 100000`
 * instead measures the desk's calls with that many orders and the largest catalogue.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { takeSnapshot } from '../../local/site/site-build.ts';
import { exitWith, projectRoot, SetupError } from '../../scripts/setup.mjs';
import { endSignal } from '../support/report/end-signal.ts';
import { writeReport } from '../support/report/report.ts';
import { deskReport } from './scale/desk-report.ts';
import { scaleReport } from './scale/report.ts';

/** Every generated catalogue begins with the shop's own products. */
const LEAST_PRODUCTS = 60;

const ended = endSignal();
try {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '100,1000,10000' },
      orders: { type: 'string', default: '0' },
    },
  });
  const sizes = [...new Set(values.sizes.split(',').map(Number))].sort((a, b) => a - b);
  if (sizes.some((size) => !Number.isInteger(size) || size < LEAST_PRODUCTS) || sizes.length < 2) {
    throw new SetupError(
      `--sizes takes two numbers of products or more, each at least ${LEAST_PRODUCTS}, such as 100,10000.`,
    );
  }
  const orders = Number(values.orders);
  if (!Number.isInteger(orders) || orders < 0)
    throw new SetupError('--orders takes a number, such as 100000.');
  // A remote database may belong to a real shop.
  delete process.env['UPSTASH_REDIS_REST_URL'];
  // Catalogues are generated from the snapshot, so it must exist before the next import.
  await takeSnapshot(projectRoot);
  const { measureAll, measureDesk } = await import('./scale/measure.ts');
  const most = sizes.at(-1) ?? LEAST_PRODUCTS;
  const report =
    orders === 0
      ? scaleReport(await measureAll(sizes, ended))
      : deskReport(most, orders, await measureDesk(most, orders, ended));
  await writeReport('bench/scale', report);
} catch (error) {
  exitWith(ended.aborted ? ended.reason : error);
}
