/** The log of staff, compared with their actions and the resulting state. */
import { createHash } from 'node:crypto';
import type { LoggedEntry } from '../../../../netlify/storage/staff-log.ts';
import type { Order } from '../../../../src/domain/order.ts';
import { refundStateOf, sentBackPaise } from '../../../../src/domain/refund.ts';
import type { GroundTruth } from '../ground-truth.ts';
import { each, type Rules } from './rule.ts';

type Logged = LoggedEntry & { before: Part | null; after: Part | null };
/** The content of entries, by subject. */
interface Part {
  status?: string;
  shipment?: Order['shipment'];
  refundedPaise?: number;
  pieces?: number;
  shelf?: number;
}

const hashOf = (text: string) => createHash('sha1').update(text).digest('hex');
const entryOf = (text: string) => JSON.parse(text) as Logged;

/** Pieces that staff added to a size, by the field of `stock`. */
export function stockAddedByStaff({ staffLog }: Pick<GroundTruth, 'staffLog'>): Map<string, number> {
  const added = new Map<string, number>();
  for (const { subject, before, after } of staffLog.entries.map(entryOf)) {
    const [about, field = ''] = subject.split(':');
    if (about !== 'stock') continue;
    const more = numberIn(after) - numberIn(before);
    added.set(field.replace('/', ':'), (added.get(field.replace('/', ':')) ?? 0) + more);
  }
  return added;
}

const numberIn = (part: Part | null) => part?.shelf ?? part?.pieces ?? 0;

/** The statuses that only staff set in a run. */
const staffStatuses = ['Processing', 'Shipped', 'Delivered'] as const;

/** What gives an order its parcel, or takes it away. */
const parcels: readonly string[] = ['orders.ship', 'orders.undo'];

function problemsOf(order: Order, entries: readonly Logged[]): string[] {
  const { id, history, shipment } = order;
  const steps = staffStatuses.flatMap((status) => {
    const made = history.filter((step) => step.status === status).length;
    const logged = entries.filter(
      ({ action, before, after }) =>
        action !== 'orders.undo' && after?.status === status && before?.status !== status,
    );
    const undone = entries.filter(
      ({ action, before }) => action === 'orders.undo' && before?.status === status,
    );
    const stands = logged.length - undone.length;
    return made === stands ? [] : [`${id} became ${status} ${made} times, the log has ${stands}`];
  });
  const sent = entries.findLast(({ action }) => parcels.includes(action))?.after?.shipment ?? null;
  const isSame = sent?.trackingNumber === shipment?.trackingNumber;
  return [
    ...steps,
    ...(isSame ? [] : [`${id} is sent by ${shipment?.trackingNumber}, the log says ${sent?.trackingNumber}`]),
    ...refundProblems(order, entries),
  ];
}

function refundProblems(order: Order, entries: readonly Logged[]): string[] {
  const { id, payment, refunds, disputes = [] } = order;
  const returned = refunds.filter(({ reason }) => reason === 'returned');
  const amounts = entries
    .filter(({ action }) => action === 'orders.refund')
    .map(({ before, after }) => (after?.refundedPaise ?? 0) - (before?.refundedPaise ?? 0));
  const back = sumOf(returned.filter((refund) => refundStateOf(refund) !== 'replaced'));
  const logged = amounts.reduce((sum, amount) => sum + amount, 0);
  // A refund not yet accepted by the provider shrinks if a dashboard or a bank returns the money first.
  const lost = sumOf(disputes.filter(({ state }) => state === 'lost'));
  const isAllBack = payment !== null && sentBackPaise(order) + lost >= payment.amountPaise;
  const isKept = amounts.every((amount) => returned.some(({ amountPaise }) => amountPaise === amount));
  if (isKept && (back === logged || (back < logged && isAllBack))) return [];
  const states = refunds.map((refund) => `${refund.reason} ${refund.amountPaise} ${refundStateOf(refund)}`);
  return [`${id}: ${back} paise returned, the log has ${logged} (${states.join(', ')})`];
}

const sumOf = (parts: readonly { amountPaise: number }[]) =>
  parts.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/** Entries without a reason: a note's text stays out of the log, and a print changes no more than the invoice. */
const asides: ReadonlySet<string> = new Set(['orders.note', 'orders.print', 'packing.print']);

export const staffRules: Rules = {
  'The log of staff is one chain of hashes, and each entry is also listed by its subject': ({
    truth: { staffLog },
  }) => {
    const { entries, end } = staffLog;
    const byPrevious = new Map(entries.map((text) => [entryOf(text).previous, text]));
    const chain: string[] = [];
    let last = '';
    for (let next = byPrevious.get(''); next !== undefined; next = byPrevious.get(last)) {
      chain.push(next);
      last = hashOf(next);
    }
    const beside = [...staffLog.bySubject].flatMap(([subject, texts]) =>
      texts.filter((text) => entryOf(text).subject === subject),
    );
    return {
      checked: entries.length,
      violations: [
        ...(chain.length === entries.length && last === end
          ? []
          : [`${chain.length} of ${entries.length} entries follow one another`]),
        ...(beside.toSorted().join() === entries.toSorted().join()
          ? []
          : [`${beside.length} of ${entries.length} entries are listed by their subjects`]),
      ],
    };
  },

  'Every change by staff is in their log once, and no refused change': ({ truth, clientLog }) => {
    const entries = truth.staffLog.entries.map(entryOf);
    const changes = clientLog.staff.filter(({ verb }) => !asides.has(`orders.${verb}`));
    const violations = changes.flatMap(({ subject, reason, verb, answer }) => {
      const logged = entries.filter((entry) => entry.reason === reason && entry.subject === subject).length;
      const isRefused = /^(Desk)?Refused:/.test(answer);
      const isRight = answer === 'done' ? logged === 1 : logged <= (isRefused ? 0 : 1);
      return isRight ? [] : [`${verb} ${subject} was answered "${answer}", the log has it ${logged} times`];
    });
    const reasons = new Set(clientLog.staff.map(({ reason }) => reason));
    const others = entries.filter(({ action, reason }) => !asides.has(action) && !reasons.has(reason ?? ''));
    const notes = [...Map.groupBy(clientLog.staff, ({ subject }) => subject)].flatMap(([subject, all]) => {
      const done = all.filter(({ verb, answer }) => verb === 'note' && answer === 'done').length;
      const logged = entries.filter((one) => one.action === 'orders.note' && one.subject === subject).length;
      return logged >= done ? [] : [`${subject} got ${done} notes, the log has ${logged}`];
    });
    return {
      checked: clientLog.staff.length,
      violations: [
        ...violations,
        ...notes,
        ...others.map(({ action, subject }) => `${action} ${subject} was not requested`),
      ],
    };
  },

  'An order has every step, parcel and refund of the log, and no other': ({ truth }) => {
    const bySubject = Map.groupBy(truth.staffLog.entries.map(entryOf), ({ subject }) => subject);
    return each(truth.orders.values(), (order) =>
      problemsOf(order, bySubject.get(`order:${order.id}`) ?? []),
    );
  },
};
