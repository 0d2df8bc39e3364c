import { expect, test } from 'vitest';
import { verdictOf } from '../../scripts/checks/audit.ts';
import { FAILED, PASSED, SKIPPED } from '../../scripts/checks/counts.ts';

const answer = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities });
const hole = (severity: string) => ({
  severity,
  range: '<1.2.3',
  via: ['another', { title: 'A door stands open', severity }],
});

test('packages without known holes pass, and so do holes that are not serious', () => {
  expect(verdictOf(answer({}))).toEqual({ counts: PASSED, lines: [] });
  expect(verdictOf(answer({ loom: hole('low'), weft: hole('moderate') })).counts).toEqual(PASSED);
});

test.each(['high', 'critical'])('a %s hole fails, and is named', (severity) => {
  expect(verdictOf(answer({ warp: hole('low'), loom: hole(severity) }))).toEqual({
    counts: FAILED,
    lines: [`loom <1.2.3: ${severity}, A door stands open`],
  });
});

test.each([
  ['{"message":"405 Method Not Allowed - POST https://registry.example/bulk","error":{"summary":""}}', '405'],
  ['{"error":{"code":"ENOLOCK","summary":"This needs a lockfile."}}', 'This needs a lockfile.'],
  ['{"message":"request failed, reason: connect ECONNREFUSED"}', 'ECONNREFUSED'],
  ['', 'nothing that could be read'],
  ['<html>', 'nothing that could be read'],
])('a registry that cannot be reached is skipped, with one line: %s', (output, reason) => {
  const { counts, lines } = verdictOf(output);
  expect(counts).toEqual(SKIPPED);
  expect(lines).toEqual([expect.stringContaining(reason)]);
});
