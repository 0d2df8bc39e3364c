import { expect, test } from 'vitest';
import { add, countPlaywright, countVitest, FAILED, PASSED, summary } from '../../scripts/checks/counts.ts';

const vitestReport = {
  success: true,
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
};

test('the last line names skipped tests only when there are any', () => {
  expect(summary(add(PASSED, FAILED))).toBe('1 passed, 1 failed');
  expect(summary({ passed: 2, failed: 0, skipped: 3 })).toBe('2 passed, 0 failed, 3 skipped');
});

test("Vitest's own count is taken over", () => {
  expect(countVitest(vitestReport)).toEqual({ passed: 5, failed: 0, skipped: 2 });
});

test('a test file that could not be loaded counts as a failed test', () => {
  const broken = { status: 'failed', assertionResults: [] };
  const report = { ...vitestReport, success: false, testResults: [...vitestReport.testResults, broken] };
  expect(countVitest(report)).toEqual({ passed: 5, failed: 1, skipped: 2 });
});

test('a run that failed outside any test counts as failed', () => {
  expect(countVitest({ ...vitestReport, success: false }).failed).toBe(1);
});

test("Playwright's own count is taken over, with errors outside any test", () => {
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countPlaywright({ errors: ['no server'], stats })).toEqual({ passed: 8, failed: 2, skipped: 2 });
});
