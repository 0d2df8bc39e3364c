/** The report of a run. */
import { markdownTable, type Report } from '../../support/report/report.ts';
import type { LoggedCall } from './client-log.ts';
import { sumOf } from './fault-counts.ts';
import type { Finding } from './invariants/rule.ts';
import type { Outcome } from './run.ts';

function counted<Item>(items: Iterable<Item>, nameOf: (item: Item) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Messages that differ by a name or a number count as one. */
function answerOf({ by, status, code, message, route }: LoggedCall): string {
  if (by === 'silence') return 'nobody | – | network | the call or its answer was lost, or took too long';
  if (by === 'platform') return `the platform | ${status} | network | ${message}`;
  if (code === null) {
    const what = route.startsWith('order.') ? message || 'an order, or its payment' : 'the requested data';
    return `the shop | ${status} | success | ${what}`;
  }
  return `the shop | ${status} | ${code} | ${code === 'out-of-stock' ? 'names the pieces' : message}`;
}

function verdictOf({ checked, violations }: Finding): string {
  if (violations.length > 0) return '**does not hold**';
  return checked === 0 ? '**nothing to check**' : 'holds';
}

export function reportOf(outcome: Outcome): Report {
  const { findings, faults, clientLog, truth, paidLate, shoppers, seed, seconds, clocks } = outcome;
  const [ofParts, ofCalls] = [sumOf(faults, 'part'), sumOf(faults, 'call')];
  const orders = [...truth.orders.values()];
  const onDelivery = orders.filter(({ paymentMethod }) => paymentMethod === 'cod').length;
  const text = [
    markdownTable(
      ['What must hold', 'Checked', 'Violations', 'Verdict'],
      findings.map((finding) => [
        finding.rule,
        finding.checked,
        finding.violations.length,
        verdictOf(finding),
      ]),
    ),
    `In ${seconds} s parts of the shop failed ${ofParts.times} times, affecting ${ofParts.hit} calls, and ${ofCalls.times} single calls failed. ` +
      `${shoppers} shoppers, at most ${outcome.crowd} at a time, made ${clientLog.calls.length} calls and ${orders.length} orders: ${onDelivery} on delivery, ` +
      `${orders.filter(({ payment }) => payment).length} paid online, ${paidLate} of them after their reservation, ${outcome.cancelled} cancelled by the owner. ` +
      `Staff tried ${clientLog.staff.length} changes. Clocks were ${clocks.join(', ')} minutes off. ` +
      'The same seed gives the same faults; their timing depends on the machine.',
    '## Faults',
    markdownTable(
      ['Fault', 'Of', 'Times', 'Calls hit'],
      faults.map(({ fault, kind, times, hit }) => [
        fault,
        kind === 'part' ? 'a part of the shop' : 'single calls',
        times,
        hit,
      ]),
    ),
    '## Answers',
    markdownTable(
      ['By', 'Status', 'Code', 'Message', 'Times'],
      counted(clientLog.calls, answerOf).map(([answer, times]) => [...answer.split(' | '), times]),
    ),
    '## Most frequent log lines of the functions',
    markdownTable(
      ['Line', 'Times'],
      outcome.logged.slice(0, 15).map(({ line, times }) => [`\`${line.replaceAll('`', '')}\``, times]),
    ),
  ].join('\n\n');
  return {
    title: 'Nothing lost',
    command: `npm run chaos -- faults --seed ${seed} --seconds ${seconds}`,
    text,
  };
}
