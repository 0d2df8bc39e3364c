import { defineConfig } from 'vitest/config';

const ROOMS =
  'domain,contract,discovery,content,stores,features,storage,payments,services,functions,deploy,scripts,mail,identity,editor,offline,styles,integrations';

export default defineConfig({
  test: {
    environment: 'node',
    include: [`tests/{${ROOMS}}/**/*.test.ts`, 'tests/*.test.ts'],
    globalSetup: 'tests/support/redis-for-tests.ts',
    setupFiles: 'tests/support/redis-for-each-file.ts',
    // Machines are shared: a test fails for what it says, not for waiting its turn.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
