import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** They need neither Redis nor the shop's functions: `npm test -- quick` runs only them. */
const UNIT = 'domain,contract,content,features,offline,styles,seo,integrations,editor';
const SHOP = 'storage,payments,identity,email,services,functions,cli,local,deploy,scripts,bench,chaos';

/** They replace modules, or read a store's state, so each file has its own worker. */
const UNIT_APART = ['tests/{stores,client}/**/*.test.ts', 'tests/offline/{known-products,new-build}.test.ts'];
const SHOP_APART = [
  'tests/local/functions-host.test.ts',
  ...globSync(`tests/{${SHOP}}/**/*.test.ts`).filter((file) =>
    readFileSync(file, 'utf8').includes('vi.mock('),
  ),
];

const settings = {
  environment: 'node',
  // Only for what hangs: machines are shared, and a test must not fail because it waits for its turn.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
} as const;

const unit = { ...settings, setupFiles: 'tests/support/settings-for-each-file.ts' };
const shop = { ...settings, setupFiles: 'tests/support/redis-for-each-file.ts' };
/** A worker for each file would double the time. */
const together = { isolate: false };

export default defineConfig({
  test: {
    globalSetup: 'tests/support/redis-for-tests.ts',
    // Half of the time passes waiting for commands, hosts and Redis.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      { test: { ...unit, name: 'unit-apart', include: UNIT_APART } },
      {
        test: {
          ...unit,
          ...together,
          name: 'unit',
          include: [`tests/{${UNIT}}/**/*.test.ts`, 'tests/*.test.ts'],
          exclude: UNIT_APART,
        },
      },
      { test: { ...shop, name: 'shop-apart', include: SHOP_APART } },
      {
        test: {
          ...shop,
          ...together,
          name: 'shop',
          include: [`tests/{${SHOP}}/**/*.test.ts`],
          exclude: SHOP_APART,
        },
      },
    ],
  },
});
