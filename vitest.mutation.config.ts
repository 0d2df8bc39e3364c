/** The tests that must kill mutants: those of the room that `MUTATE` names (see `stryker.config.mjs`). */
import process from 'node:process';
import { defineConfig } from 'vitest/config';

const tests: Record<string, string[]> = {
  domain: ['domain'],
  payments: ['payments'],
  services: ['services', 'functions', 'payments', 'email', 'cli'],
  storage: ['storage', 'services', 'functions'],
};
const room = process.env['MUTATE'] ?? 'domain';

export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    globalSetup: 'tests/support/redis-for-tests.ts',
    setupFiles: room === 'domain' ? [] : ['tests/support/redis-for-each-file.ts'],
    include: [`tests/{${[...(tests[room] ?? []), 'none'].join()}}/**/*.test.ts`],
    // Some tests of the functions replace modules, which must not affect others.
    isolate: room !== 'domain',
  },
});
