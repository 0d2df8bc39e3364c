import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig, devices } from 'playwright/test';
import { chromiumFlags, chromiumPath } from './scripts/chromium.mjs';

const PORT = 8899;
const SITE = `http://localhost:${PORT}`;

/** The browser of every test and of the pictures of the screens. */
export const launchToPhotograph = {
  executablePath: chromiumPath(),
  args: [
    ...chromiumFlags,
    // Decodes a large picture before its page is drawn, so screenshots are always the same.
    '--disable-checker-imaging',
    // Saves a process for each page and a tenth of the processor's time. --in-process-gpu saves half of that again, but
    // a browser crashed at its start.
    '--renderer-process-limit=1',
  ],
};

/** Also used for the pictures of the screens (tests/screens). */
export const devicesOfTests = {
  phone: {
    ...devices['Pixel 7'],
    viewport: { width: 360, height: 740 },
    screen: { width: 360, height: 740 },
    // A seventh of the pixels to paint, of the same page.
    deviceScaleFactor: 1,
  },
  desktop: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
};

/**
 * People who may sign in at the desk: an owner and a packer for each worker (tests/browser/support/desk), and some by
 * name.
 */
const staffOfTests = [
  ...Array.from({ length: 2 * availableParallelism() }, (_, at) => [
    `owner-${at}:owner`,
    `packer-${at}:packer`,
  ]).flat(),
  'asha:owner',
  'kiran:owner',
  'ravi:packer',
]
  .map((one) => one.replace(':', '@taana.example:'))
  .join(',');

/** A separate shop, empty at every run, beside a shop on the usual port. */
export const shopOfTests = {
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
    PERSON_HASH_KEY: '',
    DESK_STAFF: staffOfTests,
  },
  reuseExistingServer: false,
  timeout: 120_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  stdout: 'pipe',
  stderr: 'pipe',
} as const;

/**
 * A test runs on the phone, which most shoppers use. The tag `@both` adds the desktop, if the screen's width or the pointer
 * makes a difference; `@desktop`, or a file named `*.desktop.spec.ts`, runs on the desktop alone.
 */
const ON_DESKTOP = /@both\b|@desktop\b|\.desktop\.spec\.ts/;
const ON_DESKTOP_ALONE = /@desktop\b|\.desktop\.spec\.ts/;

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // A page mostly waits: for its network, its timers and its pauses.
  workers: 2 * availableParallelism(),
  retries: 0,
  // For the slowest test on a machine five times slower than usual.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // The same screenshot on every machine. A missing one is a failure; only `npm run screens:accept` creates it.
  snapshotPathTemplate: '{testDir}/looks/{projectName}/{arg}{ext}',
  updateSnapshots: 'none',
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    baseURL: SITE,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Tests of motion enable it; in others it only takes time.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test takes a fifth of the time; PLAYWRIGHT_TRACE=retain-on-failure turns it on. A worker that keeps
    // pages would mix the pages of tests (tests/browser/offline.spec.ts).
    serviceWorkers: 'block',
    trace: process.env['PLAYWRIGHT_TRACE'] === 'retain-on-failure' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // The same for all tests, because a worker with other options starts its own browser.
    launchOptions: launchToPhotograph,
  },
  projects: [
    // First, because the longest test, the marketer's, is among them: the others run beside it.
    { name: 'desktop', use: devicesOfTests.desktop, grep: ON_DESKTOP },
    { name: 'phone', use: devicesOfTests.phone, grepInvert: ON_DESKTOP_ALONE },
  ],
  webServer: shopOfTests,
});
