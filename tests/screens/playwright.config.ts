import { defineConfig } from 'playwright/test';
import shop, { devicesOfTests, launchToPhotograph, shopOfTests } from '../../playwright.config.ts';

/** The configuration of `npm run screens` (run-screens.ts), over the tests' own shop; not a part of `npm test`. */
export default defineConfig({
  ...shop,
  testDir: '.',
  testMatch: 'screens.spec.ts',
  outputDir: '../../test-results/screens',
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['html', { outputFolder: '../../reports/screens', open: 'never' }]],
  use: {
    ...shop.use,
    launchOptions: launchToPhotograph,
    screenshot: 'off',
    actionTimeout: 10_000,
  },
  projects: [
    { name: 'touch', use: devicesOfTests.phone },
    { name: 'tablet', use: devicesOfTests.phone, grep: /@anew/ },
    { name: 'mouse', use: devicesOfTests.desktop },
  ],
  webServer: { ...shopOfTests, cwd: '../..' },
});
