import type { Session, Shopper, Window } from '../storage/session-and-limits.ts';

/** What a handler knows about a call besides its body. */
export interface Call {
  /** The rate limits that the call counts against. */
  windows: readonly Window[];
  /** The caller's network address; for IPv6 the /64 prefix that one customer has. */
  network: string;
  /** Hash of the secret that tells this browser from others; a new one for a browser that sends none. */
  device: string;
  /** Lets the browser keep that secret, because it has logged in or has set a password. */
  keepDevice: () => void;
  /** The call reached the published deploy (http/deploy-context). */
  published: boolean;
  /** Runs work after the response, such as sending emails. */
  after: (work: () => Promise<void>) => void;
}

/** A call that a visitor may make too: `session` is what the token claims, null without one. */
export interface AnybodysCall extends Call {
  session: Session | null;
}

/** A call with a token. The handler's own storage call checks the session, which saves a round trip. */
export interface ShopperCall extends Call, Shopper {
  /** The Idempotency-Key header as sent. */
  idempotencyKey: string | null;
}
