/** Reads npm's list of vulnerabilities in the packages that build and run the shop. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Counts, FAILED, PASSED, SKIPPED } from './counts.ts';

/** Lower severities are left to the next update of packages. */
const LEVEL = 'high';
const SERIOUS = ['high', 'critical'];

const COMMAND = ['audit', '--omit=dev', `--audit-level=${LEVEL}`, '--json'];

export interface AuditVerdict {
  counts: Counts;
  /** Printed under the check; empty if there is nothing to say. */
  lines: string[];
}

interface AuditAnswer {
  vulnerabilities?: Record<string, { severity: string; range?: string; via?: unknown[] }>;
  message?: string;
  error?: { code?: string; summary?: string };
}

/**
 * Reads the JSON that `npm audit` prints. An unreachable registry proves nothing in either direction, so the check
 * counts as skipped and says so.
 */
export function verdictOf(output: string): AuditVerdict {
  let answer: AuditAnswer;
  try {
    answer = JSON.parse(output) as AuditAnswer;
  } catch {
    return skipped('npm printed no readable answer');
  }
  const { vulnerabilities, message, error } = answer;
  if (!vulnerabilities) return skipped(error?.summary || message || error?.code || 'no reason given');
  const serious = Object.entries(vulnerabilities).filter(([, { severity }]) => SERIOUS.includes(severity));
  if (serious.length === 0) return { counts: PASSED, lines: [] };
  return {
    counts: FAILED,
    lines: serious.map(([name, { severity, range, via = [] }]) => {
      const titles = via.flatMap((cause) =>
        typeof cause === 'object' && cause !== null && 'title' in cause ? [String(cause.title)] : [],
      );
      return `${name} ${range ?? ''}: ${severity}${titles.length > 0 ? `, ${titles.join('; ')}` : ''}`;
    }),
  };
}

function skipped(reason: string): AuditVerdict {
  return { counts: SKIPPED, lines: [`Not done: the registry did not answer (${reason}).`] };
}

export async function auditPackages(root: string): Promise<AuditVerdict> {
  const { stdout } = await promisify(execFile)('npm', COMMAND, {
    cwd: root,
    timeout: 60_000,
    maxBuffer: 64 * 1_024 * 1_024,
  }).catch((error: unknown) => ({ stdout: '', ...(error as { stdout?: string }) }));
  return verdictOf(stdout);
}
