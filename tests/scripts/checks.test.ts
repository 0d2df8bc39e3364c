import { expect, test } from 'vitest';
import { verdictOf } from '../../scripts/checks/audit.ts';
import {
  add,
  countPlaywright,
  countVitest,
  FAILED,
  PASSED,
  SKIPPED,
  summary,
} from '../../scripts/checks/counts.ts';

const vitest = {
  ...{ success: true, numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 },
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
};

test('a failure outside any test counts as failed, and skipped tests are named', () => {
  expect(countVitest(vitest)).toEqual({ passed: 5, failed: 0, skipped: 2 });
  const unloaded = [{ status: 'failed', assertionResults: [] }];
  expect(countVitest({ ...vitest, success: false, testResults: unloaded }).failed).toBe(1);
  expect(countVitest({ ...vitest, success: false }).failed).toBe(1);
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countPlaywright({ errors: ['no server'], stats })).toEqual({ passed: 8, failed: 2, skipped: 2 });
  expect(summary(add(add(PASSED, FAILED), SKIPPED))).toBe('1 passed, 1 failed, 1 skipped');
});

const audit = (severity: string) =>
  JSON.stringify({ vulnerabilities: { loom: { severity, range: '<1.2.3', via: ['warp'] } } });

test.each([
  [audit('moderate'), PASSED],
  [audit('high'), FAILED],
  [audit('critical'), FAILED],
  ['{"message":"request failed, reason: connect ECONNREFUSED"}', SKIPPED],
  ['<html>', SKIPPED],
])('npm audit with %s counts as %o', (output, counts) => {
  expect(verdictOf(output).counts).toEqual(counts);
});
