import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const ROOMS =
  'domain,contract,discovery,content,stores,features,storage,payments,services,functions,deploy,scripts,mail,identity,editor,offline,styles,integrations';

/** They replace modules, or read the state that a store keeps: each has a worker of its own. */
const APART = [
  'tests/stores/**/*.test.ts',
  'tests/offline/new-build.test.ts',
  'tests/payments/review.test.ts',
  'tests/functions/{account-trips,order}.test.ts',
  'tests/local/functions-host.test.ts',
];

const settings = {
  environment: 'node',
  setupFiles: 'tests/support/redis-for-each-file.ts',
  // Machines are shared: a test fails for what it says, not for waiting its turn.
  testTimeout: 30_000,
  hookTimeout: 30_000,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
} as const;

export default defineConfig({
  test: {
    globalSetup: 'tests/support/redis-for-tests.ts',
    // Half of the time is spent waiting for commands, hosts and Redis.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { ...settings, name: 'apart', include: APART } },
      {
        test: {
          ...settings,
          name: 'together',
          include: [`tests/{${ROOMS}}/**/*.test.ts`, 'tests/*.test.ts'],
          exclude: APART,
          // To start a worker for each file would take half of the time.
          isolate: false,
        },
      },
    ],
  },
});
