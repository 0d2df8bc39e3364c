/**
 * Mutation tests: `npm run mutation` changes one expression of the code at a time and reports the changes that no test
 * notices. `MUTATE=payments npm run mutation` does one folder; the default is the domain. A folder takes from ten minutes
 * (domain) to hours (storage); `npm run mutation -- --mutate netlify/storage/orders.ts` does one file.
 */
import process from 'node:process';

const sources = {
  domain: ['src/domain/**/*.ts'],
  payments: ['netlify/payments/**/*.ts'],
  services: ['netlify/services/**/*.ts'],
  storage: ['netlify/storage/**/*.ts', '!netlify/storage/**/*.lua.ts'],
};

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: sources[process.env['MUTATE'] ?? 'domain'],
  // Sentences, Redis keys and Lua scripts stand in strings; a test that repeated them would prove nothing.
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  thresholds: { high: 90, low: 80, break: 80 },
  concurrency: 2,
  timeoutMS: 5_000,
  tempDirName: '.cache/mutation',
  ignorePatterns: [
    '.*',
    '!.env.example',
    'dist',
    'public',
    'reports',
    'test-results',
    'tests/{bench,browser,screens,site}',
  ],
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  htmlReporter: { fileName: 'reports/mutation/mutation.html' },
};
