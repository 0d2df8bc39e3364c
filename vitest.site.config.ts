import { defineConfig } from 'vitest/config';

/** The tests of the pages as built: they read dist/, which `astro build` has to have made. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/site/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
