/**
 * How the shop scales with its catalogue: `npm run bench -- scale`. The full run is `npm run bench -- scale --sizes
 * 100,1000,10000,50000`; 50,000 products alone take a quarter of an hour. `npm run bench -- scale --orders 100000`
 * instead measures the desk's calls with that many orders and the largest catalogue.
 */
import { SetupError } from '../../scripts/setup.mjs';
import { readWhole, runPart } from '../support/long-runs/part.ts';
import { endSignal } from '../support/long-runs/end-signal.ts';
import { writeReport } from '../support/long-runs/report.ts';
import { measureAll, measureDesk } from './scale/measure.ts';
import { deskReport, scaleReport } from './scale/report.ts';

/** Every generated catalogue begins with the shop's own products. */
const LEAST_PRODUCTS = 60;

await runPart(
  {
    sizes: { type: 'string', default: '100,1000,10000' },
    orders: { type: 'string', default: '0' },
  },
  async (values) => {
    const sizes = [...new Set(values.sizes.split(',').map(Number))].sort((a, b) => a - b);
    if (sizes.some((size) => !Number.isInteger(size) || size < LEAST_PRODUCTS) || sizes.length < 2) {
      throw new SetupError(
        `--sizes takes two numbers of products or more, each at least ${LEAST_PRODUCTS}, such as 100,10000.`,
      );
    }
    const orders = readWhole('orders', values.orders, 0, 10_000_000);
    const most = sizes.at(-1) ?? LEAST_PRODUCTS;
    const ended = endSignal();
    const report =
      orders === 0
        ? scaleReport(await measureAll(sizes, ended))
        : deskReport(most, orders, await measureDesk(most, orders, ended));
    await writeReport('bench/scale', report);
    return true;
  },
);
