import type { Shopper, Window } from '../storage/guard.ts';

/** What a verb knows of the call beside its body: the counters that it counts against. */
export interface Call {
  windows: readonly Window[];
  /** A hash of the caller's network: of the address, or of the /64 of IPv6. */
  network: string;
  /** Work that the answer need not wait for, such as letters; it begins when the answer is made. */
  after: (work: () => Promise<void>) => void;
}

/**
 * Who takes turns with others where there is a queue: the network address where calls are counted by it, else whatever
 * they are counted by first.
 */
export function callerOf({ windows }: Pick<Call, 'windows'>): string {
  return (windows.find(({ key }) => key.includes(':address:')) ?? windows[0])?.key ?? '';
}

/** A call with a token. Whether its session stands is found out by the verb's own storage call, in one round trip. */
export interface ShopperCall extends Call, Shopper {
  /** The header Idempotency-Key as sent. */
  idempotencyKey: string | null;
}
