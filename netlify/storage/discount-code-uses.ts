import { reservesCode, type Order } from '../../src/domain/order.ts';
import { NOBODY } from '../../src/domain/retention.ts';
import type { Change } from './commit.ts';
import { codeAccountKey, codeOrderKey, codePhoneKey } from './keys.ts';

/**
 * What an order with a code has for itself: the code, and the one code that its account and its phone number have. Each
 * is a key that names the order, taken and given back in the step that changes it.
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

/** The keys that change hands. Who takes one must find it free, or with the order that lets go of it in the same step. */
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

/** Where an order loses its person, its phone number has had its code all the same, and names no order any more. */
export function codeLeft(before: Order | null, after: Order): Change['writes'] {
  if (!before || isForgotten(before) || !isForgotten(after) || !reservesCode(after)) return [];
  return [
    ['DEL', codeAccountKey(before.userId)],
    ['SET', codePhoneKey(before.address.phone), NOBODY],
  ];
}

/** What a key is for; null for one that is no order's by its code. */
export function codeUseAt(key: string | undefined): CodeUse | null {
  const [name] = (key ?? '').split(':');
  return uses.find((use) => name === (use === 'code' ? 'code-order' : `code-${use}`)) ?? null;
}

function keysOf(order: Order): string[] {
  return reservesCode(order) ? codeKeysOf(order) : [];
}

/** What an order with a code must find free, or have. */
export function codeKeysOf(order: Order): string[] {
  return uses.map((use) => keyOf[use](order));
}

function isForgotten({ userId }: Order): boolean {
  return userId === NOBODY;
}
