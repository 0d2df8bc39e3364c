import { expect } from 'playwright/test';
import { ownerCommand } from './support/owner.ts';
import { test } from './support/test.ts';

test('the doctor finds nothing wrong with the local shop', async () => {
  const said = await ownerCommand('doctor').catch(({ stdout }: { stdout: string }) => stdout);
  expect(said).not.toMatch(/^[✗?]/m);
  expect(said).toContain('Nothing is wrong.');
});
