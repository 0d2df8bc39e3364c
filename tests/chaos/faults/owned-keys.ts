/** The owner of each key of the database; a key without an owner was left behind. */
import { keyKinds, wordOf } from '../../../netlify/storage/backup-key-kinds.ts';
import { userKey } from '../../../netlify/storage/keys.ts';
import type { GroundTruth } from './ground-truth.ts';

/** Kinds that no backup saves, though their keys stay. */
const lasting = ['sessions', 'person-hash-keys', 'person-hash-move', 'swept', 'push-events'];
/** Kinds that backups save, though their keys expire. */
const expiring = [
  'held',
  'confirm-email',
  'cash',
  'kept',
  'lapsed',
  'newsletter-confirm',
  'newsletter-leave',
];
/** Lists of pending work, which are empty at the end and therefore absent. */
const worklists = ['watch', 'failed-looks', 'letters', 'freed', 'never-sent'];

/** Why a key should not exist; null if it may. `rest` follows the first word of its name. */
type Owner = (rest: string, truth: GroundTruth) => string | null;

const ofAccount: Owner = (userId, { keys }) =>
  keys.some(({ name }) => name === userKey(userId)) ? null : 'has no account';

/** By the first word of a key's name. */
const owners: Record<string, Owner> = {
  sessions: ofAccount,
  'code-account': ofAccount,
  order: (id, { orders, keys }) =>
    keys.some(({ name }) => name === `orders:${orders.get(id)?.userId}`) ? null : 'is in no list',
  unpaid: (userId, { orders }) => {
    const failed = [...orders.values()].some(
      (order) => order.userId === userId && order.status === 'Payment Failed',
    );
    return failed ? null : 'names no unpaid order';
  },
  reference: (rest, { orders }) => {
    const id = rest.slice(rest.indexOf(':') + 1);
    const isKnown = [...orders.values()].some(({ references }) => references.some((one) => one.id === id));
    return isKnown ? null : 'belongs to no order';
  },
  'code-order': (code, { orders, codeOrders }) =>
    orders.has(codeOrders.get(code) ?? '') ? null : 'names no order',
  'order-notes': (id, { orders }) => (orders.has(id) ? null : 'belongs to no order'),
};

function problemOf({ name, ttl }: GroundTruth['keys'][number], truth: GroundTruth): string | null {
  const word = wordOf(name);
  const kind = keyKinds[word];
  if (kind === undefined) return 'is of an unknown kind';
  if (worklists.includes(word)) return 'is not empty';
  const expires = expiring.includes(word) || (kind === 'passing' && !lasting.includes(word));
  if (expires && ttl === null) return 'never goes away';
  const rest = name.slice(word.length + 1);
  const orphaned = kind === 'account' ? ofAccount(rest, truth) : null;
  return orphaned ?? owners[word]?.(rest, truth) ?? null;
}

export function keyProblems(truth: GroundTruth): string[] {
  return truth.keys.flatMap((key) => {
    const problem = problemOf(key, truth);
    return problem === null ? [] : [`${key.name} ${problem}`];
  });
}
