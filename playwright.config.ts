import process from 'node:process';
import { defineConfig, devices } from 'playwright/test';
import { chromiumFlags, chromiumPath } from './scripts/chromium.mjs';

const PORT = 8899;
const SITE = `http://localhost:${PORT}`;

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    baseURL: SITE,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Recording every test costs a fifth of the time; PLAYWRIGHT_TRACE=retain-on-failure brings it back for a hunt.
    trace: process.env['PLAYWRIGHT_TRACE'] === 'retain-on-failure' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath(), args: chromiumFlags },
  },
  projects: [
    {
      name: 'phone',
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 360, height: 740 },
        screen: { width: 360, height: 740 },
      },
    },
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
  ],
  webServer: {
    // A shop of its own, empty at every run, beside whatever is open on the usual port.
    command: 'rm -rf .shop-test && exec node scripts/start.mjs',
    url: SITE,
    env: {
      PORT: String(PORT),
      SHOP_DATA: '.shop-test',
      SHOP_SETTINGS: '',
      SHOP_WARM_PICTURES: '0',
      SHOP_TRUST_PROXY: '1',
      UPSTASH_REDIS_REST_URL: '',
      UPSTASH_REDIS_REST_TOKEN: '',
    },
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
    stderr: 'pipe',
  },
});
