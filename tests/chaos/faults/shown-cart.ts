/**
 * A cart as a browser shows it and tells the server of it (stores/cart/cart, stores/cart/cart-sync.lazy): the first change of a line as one
 * piece more, whatever was not heard as an absolute quantity.
 */
import { type Caller, inTurns, isSilence } from './api-client.ts';

/** By line, `product/size`. */
type Lines = Map<string, number>;

export function openCart({ call, isLoggedIn }: Pick<Caller, 'call' | 'isLoggedIn'>) {
  const lines: Lines = new Map();
  const unsynced = new Set<string>();
  const addsOnce: Lines = new Map();
  const inTurn = inTurns();

  function set(line: string, quantity: number): void {
    if (quantity <= 0) lines.delete(line);
    else lines.set(line, quantity);
  }

  async function send(): Promise<void> {
    for (const line of [...unsynced]) {
      const [itemId = '', size = ''] = line.split('/');
      const afterAdd = addsOnce.get(line);
      addsOnce.delete(line);
      const quantity = afterAdd ?? lines.get(line) ?? 0;
      const answer = await (afterAdd === undefined
        ? call('cart.update', { itemId, size, quantity })
        : call('cart.add', { itemId, size }));
      if (!answer.success && isSilence(answer.code)) return;
      const isSettled = answer.success ? quantity === (lines.get(line) ?? 0) : afterAdd === undefined;
      if (isSettled) unsynced.delete(line);
    }
  }

  async function read(): Promise<Lines | null> {
    const answer = await call('cart.get', undefined);
    if (!answer.success) return null;
    addsOnce.clear();
    const theirs: Lines = new Map();
    for (const [id, sizes] of Object.entries(answer.cartData)) {
      for (const [size, quantity] of Object.entries(sizes)) theirs.set(`${id}/${size}`, quantity);
    }
    return theirs;
  }

  async function join(): Promise<boolean> {
    const theirs = await read();
    if (!theirs) return false;
    for (const [line, quantity] of theirs) set(line, Math.max(quantity, lines.get(line) ?? 0));
    for (const [line, quantity] of lines) if (theirs.get(line) !== quantity) unsynced.add(line);
    await send();
    return true;
  }

  return {
    lines: lines as ReadonlyMap<string, number>,

    put(line: string, quantity: number): void {
      const before = lines.get(line) ?? 0;
      set(line, quantity);
      if (!isLoggedIn()) return;
      if (quantity === before + 1 && !unsynced.has(line)) addsOnce.set(line, quantity);
      else addsOnce.delete(line);
      unsynced.add(line);
      void inTurn(send);
    },

    /** What was ordered leaves the screen; the server takes it out of its own cart. */
    takeOut(ordered: Iterable<[string, number]>): void {
      for (const [line, quantity] of ordered) set(line, (lines.get(line) ?? 0) - quantity);
    },

    /** Joins the visitor's cart with the account's. @returns whether the server was heard */
    merge: () => inTurn(join),

    /** What is noted is sent, on a later page. @returns null where it was not heard */
    settle: () =>
      inTurn(async () => {
        for (let tries = 0; tries < 8 && unsynced.size > 0; tries += 1) await send();
        return unsynced.size > 0 ? null : Object.fromEntries(lines);
      }),
  };
}
