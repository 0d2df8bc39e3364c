/** Counts of passed, failed and skipped tests, and the failures, from the runner's own report. */

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
export const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };
export const SKIPPED: Counts = { passed: 0, failed: 0, skipped: 1 };

export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A test that failed, and why: one entry for each error. */
export interface Failure {
  test: string;
  errors: string[];
}

interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
}

export function countVitest(report: VitestReport): Counts {
  // A file that could not be loaded, or whose setup failed, contains no failed test.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export const failuresOfVitest = ({ testResults }: VitestReport): Failure[] =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ test: name, errors: [message] }];
      return failed.map(({ fullName, failureMessages }) => ({
        test: `${name} › ${fullName}`,
        errors: failureMessages ?? [],
      }));
    });

interface PlaywrightError {
  message?: string;
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: { status: string; projectName: string; results: { errors: PlaywrightError[] }[] }[];
  }[];
}

interface PlaywrightReport {
  errors: PlaywrightError[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

const messagesOf = (errors: PlaywrightError[]): string[] => errors.map(({ message = '' }) => message);

function failuresOfSuite({ title, suites = [], specs = [] }: PlaywrightSuite): Failure[] {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => ({
        test: `${title} › ${spec.title} [${projectName}]`,
        errors: messagesOf(results.flatMap(({ errors }) => errors)),
      })),
  );
  const nested = suites
    .flatMap(failuresOfSuite)
    .map(({ test, errors }) => ({ test: `${title} › ${test}`, errors }));
  return [...own, ...nested];
}

export const failuresOfPlaywright = ({ errors, suites }: PlaywrightReport): Failure[] => [
  ...(errors.length > 0 ? [{ test: 'Outside any test', errors: messagesOf(errors) }] : []),
  ...suites.flatMap(failuresOfSuite),
];

export function countPlaywright({ errors, stats }: PlaywrightReport): Counts {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}
