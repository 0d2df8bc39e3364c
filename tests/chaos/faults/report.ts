/** What came of a run, as the report tells it. */
import { markdownTable, type Report } from '../../support/report/report.ts';
import type { Finding } from './invariants/rule.ts';
import type { Outcome } from './run.ts';
import { sumOf } from './fault-counts.ts';
import type { Told } from './client-log.ts';

function counted<Item>(items: Iterable<Item>, nameOf: (item: Item) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Messages that differ by a name or a number are one. */
function called({ by, status, code, message, route }: Told): string {
  if (by === 'silence') return 'no answer | – | network | the call or its answer was lost, or took too long';
  if (by === 'platform')
    return `the platform | ${status} | network | the function died: the browser says "${message}"`;
  if (code === null)
    return `the shop | ${status} | success | ${route.startsWith('order.') ? message || 'an order, or its payment' : 'what was asked for'}`;
  const kind = code === 'out-of-stock' ? 'names the pieces that are sold out, or how many are left' : message;
  return `the shop | ${status} | ${code} | ${kind}`;
}

function verdictOf({ looked, broken }: Finding): string {
  if (broken.length > 0) return '**does not hold**';
  return looked === 0 ? '**nothing to look at**' : 'holds';
}

export function reportOf(outcome: Outcome): Report {
  const { findings, faults, witness, truth, calmed, shoppers, seed, seconds, clocks } = outcome;
  const [ofParts, ofCalls] = [sumOf(faults, 'part'), sumOf(faults, 'call')];
  const unseen = findings.filter(({ looked }) => looked === 0);
  const broken = findings.filter((finding) => finding.broken.length > 0);
  const orders = [...truth.orders.values()];
  const rupees = (paise: number) => `₹${Math.round(paise / 100).toLocaleString('en-IN')}`;
  const money = (kind: 'payment' | 'refund') =>
    truth.ledger
      .filter((entry) => entry.kind === kind)
      .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const text = [
    markdownTable(
      ['What must hold', 'Looked at', 'Broken', 'Verdict'],
      findings.map((finding) => {
        const { rule, looked, broken: of } = finding;
        return [rule, looked, of.length, verdictOf(finding)];
      }),
    ),
    ...broken.map(
      ({ rule, broken: of }) =>
        `**${rule}**\n\n${of
          .slice(0, 20)
          .map((line) => `- ${line}`)
          .join('\n')}`,
    ),
    `In ${seconds} s parts of the shop broke ${ofParts.times} times (killed, stopped, filled up, or ahead of the time), which ${ofParts.hit} calls met, and ${ofCalls.times} single calls were spoiled on their way; ` +
      `${broken.length === 0 ? 'all was survived' : `${broken.length} rules were broken`}${unseen.length === 0 ? '' : `; ${unseen.length} rules had nothing to look at`}. ` +
      `${shoppers} shoppers, at most ${outcome.crowd} at a time, made ${witness.told.length} calls and ${orders.length} orders; ` +
      `${orders.filter(({ paymentMethod }) => paymentMethod === 'cod').length} of them to be paid on delivery, ${orders.filter(({ payment }) => payment).length} paid online, ` +
      `${outcome.cancelled} cancelled by the owner. Staff tried ${witness.staff.length} things and did ${witness.staff.filter(({ answer }) => answer === 'done').length}. ${rupees(money('payment'))} came in, ${rupees(-money('refund'))} went back; ${calmed.paidLate} payments came after their order had given its pieces back. ` +
      `Seed \`${seed}\`; the clocks of the processes were ${clocks.map((minutes) => `${minutes > 0 ? '+' : ''}${minutes} min`).join(', ')} off.`,
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
    'Redis keeps every write on disk before it answers (`appendfsync always`), because Upstash acknowledges what it keeps; with `everysec` a machine that loses its power may forget a second. The same seed gives the same plan of faults and the same wishes of shoppers; how they meet depends on the machine.',
    '## What shoppers were told',
    markdownTable(
      ['By', 'Status', 'Code', 'Message', 'Times'],
      counted(witness.told, called).map(([told, times]) => [...told.split(' | '), times]),
    ),
    '## What the functions wrote to their log most',
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
