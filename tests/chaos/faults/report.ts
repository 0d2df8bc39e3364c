/** The report of a run. */
import { aimsTable, markdownTable, type Report } from '../../support/long-runs/report.ts';
import type { Finding } from './invariants/rule.ts';
import type { Outcome } from './run.ts';

/** A rule without anything to check proves nothing: a dead shop breaks no rule. */
export const holds = ({ checked, violations }: Finding): boolean => checked > 0 && violations.length === 0;

export function reportOf(outcome: Outcome): Report {
  const { findings, faults, clientLog, truth, paidLate, shoppers, seed, seconds, clocks } = outcome;
  const ofParts = faults.filter(({ isOfPart }) => isOfPart);
  const ofCalls = faults.filter(({ isOfPart }) => !isOfPart);
  const sum = (rows: typeof faults, of: 'times' | 'hit') => rows.reduce((all, row) => all + row[of], 0);
  const orders = [...truth.orders.values()];
  const onDelivery = orders.filter(({ paymentMethod }) => paymentMethod === 'cod').length;
  const text = [
    aimsTable(
      findings.map((finding) => ({
        aim: finding.rule,
        found: `${finding.violations.length} violations in ${finding.checked}`,
        holds: holds(finding),
      })),
    ),
    `In ${seconds} s parts of the shop failed ${sum(ofParts, 'times')} times, affecting ${sum(ofParts, 'hit')} calls, and ${sum(ofCalls, 'times')} single calls failed. ` +
      `${shoppers} shoppers, at most ${outcome.crowd} at a time, made ${clientLog.calls.length} calls and ${orders.length} orders: ${onDelivery} on delivery, ` +
      `${orders.filter(({ payment }) => payment).length} paid online, ${paidLate} of them after their reservation, ${outcome.cancelled} cancelled by the owner. ` +
      `Staff tried ${clientLog.staff.length} changes. Clocks were ${clocks.join(', ')} minutes off. ` +
      'The same seed gives the same faults; their timing depends on the machine. The log of the functions is beside this file.',
    '## Faults',
    markdownTable(
      ['Fault', 'Of', 'Times', 'Calls hit'],
      faults.map(({ fault, isOfPart, times, hit }) => [
        fault,
        isOfPart ? 'a part of the shop' : 'single calls',
        times,
        hit,
      ]),
    ),
  ].join('\n\n');
  return {
    title: 'Nothing lost',
    command: `npm run chaos -- faults --seed ${seed} --seconds ${seconds}`,
    text,
  };
}
