/**
 * `npm run chaos -- overload` opens the whole shop, floods log-in, order and search from a few addresses far beyond their
 * limits, and compares ordinary shoppers from other addresses with and without the flood in the same run.
 */
import process from 'node:process';
import { runPart } from '../support/long-runs/part.ts';

await runPart({}, async () => {
  // Keys of limits contain it; only their numbers are read here.
  process.env['PERSON_HASH_KEY'] ||= 'no-secret-because-only-limits-are-asked-for';
  const { overload } = await import('./overload/run.ts');
  return overload();
});
