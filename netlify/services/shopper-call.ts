import type { Shopper, Window } from '../storage/guard.ts';

/** What a verb knows of the call beside its body: the counters that it counts against. */
export interface Call {
  windows: readonly Window[];
  /** The caller's network address; for IPv6 the /64 that one customer has. */
  network: string;
  /** Work that the answer need not wait for, such as letters; it begins when the answer is made. */
  /** The call reached the published deploy (http/published). */
  published: boolean;
  after: (work: () => Promise<void>) => void;
}

/** A call with a token. Whether its session stands is found out by the verb's own storage call, in one round trip. */
export interface ShopperCall extends Call, Shopper {
  /** The header Idempotency-Key as sent. */
  idempotencyKey: string | null;
}
