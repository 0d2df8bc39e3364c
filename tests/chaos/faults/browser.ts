/** A shopper's browser: a way to the server, and a cart and hearts that answer at once and are told behind. */
import { setTimeout as wait } from 'node:timers/promises';
import { openCaller, type Outside } from './api-client.ts';
import { openCart } from './shown-cart.ts';
import { openHearts } from './shown-wishlist.ts';

export function openBrowser(shopper: number, outside: Outside) {
  const caller = openCaller(shopper, outside);
  const cart = openCart(caller);
  const hearts = openHearts(caller);
  return {
    call: caller.call,
    cart: cart.lines,
    put(line: string, quantity: number): void {
      const name = `${shopper} ${line}`;
      const more = Math.max(0, quantity - (cart.lines.get(line) ?? 0));
      outside.witness.puts.set(name, (outside.witness.puts.get(name) ?? 0) + more);
      cart.put(line, quantity);
    },
    takeOut: cart.takeOut,
    wish: hearts.wish,

    /** Joins what the visitor had with what the account has. */
    async logIn(token: string): Promise<void> {
      caller.logIn(token);
      for (let tries = 0; tries < 6 && !(await cart.merge()); tries += 1) await wait(400);
      await hearts.merge();
    },

    /** Later, on another page. @returns what the screen shows; null where the server was not heard */
    settle: async () => ({ cart: await cart.settle(), wishlist: await hearts.settle() }),
  };
}

export type Browser = ReturnType<typeof openBrowser>;
