import type { Order } from '../../src/domain/order.ts';
import { reservesCode } from '../../src/domain/refund.ts';
import { DELETED_USER } from '../../src/domain/retention.ts';
import type { Write } from './transaction.ts';
import { codeAccountKey, codeOrderKey, codePhoneKey } from './keys.ts';

/**
 * What an order with a discount code uses: the code, and the one code that its account and its phone number may use.
 * Each is a key that holds the order's id, taken and released in the step that changes the order.
 */
export type CodeUse = 'code' | 'account' | 'phone';

const keyOf: Record<CodeUse, (order: Order) => string> = {
  code: ({ discount }) => codeOrderKey(discount?.code ?? ''),
  account: ({ userId }) => codeAccountKey(userId),
  phone: ({ address }) => codePhoneKey(address.phone),
};
const uses = Object.keys(keyOf) as CodeUse[];

interface Changed {
  before: { order: Order } | null;
  after: Order;
}

/** The keys that orders take and release. A taken key must be free, or released by another order in the same step. */
export function codesOf(changes: readonly Changed[]): {
  given: { key: string; by: string }[];
  taken: { key: string; by: string; from: string | null }[];
} {
  const held = changes.map(({ before, after }) => {
    const had = before ? keysOf(before.order) : [];
    return {
      id: after.id,
      before: had,
      after: isForgotten(after) && reservesCode(after) ? had : keysOf(after),
    };
  });
  const given = held.flatMap(({ id, before, after }) =>
    before.filter((key) => !after.includes(key)).map((key) => ({ key, by: id })),
  );
  const taken = held.flatMap(({ id, before, after }) =>
    after
      .filter((key) => !before.includes(key))
      .map((key) => ({ key, by: id, from: given.find((one) => one.key === key)?.by ?? null })),
  );
  return { given, taken };
}

/**
 * When an order loses its personal data, its phone number still counts as having used its code, without an order id.
 */
export function codeLeft(before: Order | null, after: Order): Write[] {
  if (!before || isForgotten(before) || !isForgotten(after) || !reservesCode(after)) return [];
  return [
    ['DEL', codeAccountKey(before.userId)],
    ['SET', codePhoneKey(before.address.phone), DELETED_USER],
  ];
}

/** What a key of an order's code stands for; null for other keys. */
export function codeUseAt(key: string | undefined): CodeUse | null {
  const [name] = (key ?? '').split(':');
  return uses.find((use) => name === (use === 'code' ? 'code-order' : `code-${use}`)) ?? null;
}

function keysOf(order: Order): string[] {
  return reservesCode(order) ? codeKeysOf(order) : [];
}

/** The keys that must be free, or belong to this order, before it may use its code. */
export function codeKeysOf(order: Order): string[] {
  return uses.map((use) => keyOf[use](order));
}

function isForgotten({ userId }: Order): boolean {
  return userId === DELETED_USER;
}
