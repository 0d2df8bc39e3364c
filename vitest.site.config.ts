import { defineConfig } from 'vitest/config';

/** Tests of the built pages: they read dist/, the output of `astro build`. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/site/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
