import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect } from 'playwright/test';
import { test } from './support/test.ts';

test('the doctor finds nothing wrong with the local shop', async () => {
  const { stdout } = await promisify(execFile)('node', ['scripts/shop.mjs', 'doctor'], {
    cwd: dirname(test.info().config.configFile ?? ''),
    env: { ...process.env, SHOP_DATA: '.shop-test', SHOP_SETTINGS: '' },
  }).catch((failed: { stdout: string }) => failed);
  expect(stdout).not.toMatch(/^[✗?]/m);
  expect(stdout).toContain('Nothing is wrong.');
});
