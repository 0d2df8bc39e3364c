import { expect, test } from 'vitest';
import { verdictOf } from '../../scripts/checks/audit.ts';
import {
  add,
  countPlaywright,
  countVitest,
  FAILED,
  failuresOfPlaywright,
  failuresOfVitest,
  PASSED,
  SKIPPED,
  summary,
} from '../../scripts/checks/counts.ts';

const vitest = {
  success: true,
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: 'cart.test.ts',
      status: 'passed',
      message: '',
      assertionResults: [{ status: 'passed', fullName: 'adds' }],
    },
  ],
};

test('a failure outside any test counts as failed, and skipped tests are named', () => {
  expect(countVitest(vitest)).toEqual({ passed: 5, failed: 0, skipped: 2 });
  const unloaded = [
    { name: 'cart.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ];
  expect(countVitest({ ...vitest, success: false, testResults: unloaded }).failed).toBe(1);
  expect(countVitest({ ...vitest, success: false }).failed).toBe(1);
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countPlaywright({ errors: [{ message: 'no server' }], stats, suites: [] })).toEqual({
    passed: 8,
    failed: 2,
    skipped: 2,
  });
  expect(summary(add(add(PASSED, FAILED), SKIPPED))).toBe('1 passed, 1 failed, 1 skipped');
});

test('each failure is named with its file, its test and its errors', () => {
  expect(failuresOfVitest(vitest)).toEqual([]);
  const testResults = [
    { name: 'cart.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    {
      name: 'order.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'is stored' },
        { status: 'failed', fullName: 'is placed once', failureMessages: ['2 orders'] },
      ],
    },
  ];
  expect(failuresOfVitest({ ...vitest, testResults })).toEqual([
    { test: 'cart.test.ts', errors: ['no such module'] },
    { test: 'order.test.ts › is placed once', errors: ['2 orders'] },
  ]);
  const tests = (status: string) => [
    { status, projectName: 'phone', results: [{ errors: [{ message: 'no button' }] }] },
  ];
  const specs = [
    { title: 'opens', tests: tests('unexpected') },
    { title: 'closes', tests: tests('expected') },
  ];
  const report = {
    errors: [{ message: 'no server' }],
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [{ title: 'touch.spec.ts', suites: [{ title: 'the menu', specs }] }],
  };
  expect(failuresOfPlaywright(report)).toEqual([
    { test: 'Outside any test', errors: ['no server'] },
    { test: 'touch.spec.ts › the menu › opens [phone]', errors: ['no button'] },
  ]);
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
