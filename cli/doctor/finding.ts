/** What the doctor looks at, and what a check says of it. */
import type { Health } from '../../src/contract/routes.ts';

/** `unseen`: it cannot be looked at from here, and the advice says where it can. */
export interface Finding {
  state: 'ok' | 'red' | 'unseen';
  seen: string;
  /** What the owner should do. */
  advice?: string;
}

export const ok = (seen: string): Finding => ({ state: 'ok', seen });
export const red = (seen: string, advice: string): Finding => ({ state: 'red', seen, advice });
export const unseen = (seen: string, advice: string): Finding => ({ state: 'unseen', seen, advice });

export interface Check {
  name: string;
  look: (shop: Shop) => Promise<Finding>;
}

export interface Shop {
  /** Without a slash at the end. */
  address: string;
  /** Of this machine. */
  isLocal: boolean;
  /** When the local shop opened, in ms; null for another one. */
  openedAt: number | null;
  settings: Readonly<Record<string, string | undefined>>;
  /** Asks an address of the shop. Follows no redirect. */
  ask: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** What /api/health says; asked once. @throws Unhealthy */
  health: () => Promise<Health>;
  /** The path of a product page; null where none is open. */
  product: () => Promise<string | null>;
  /** One command of the database. Undefined where this terminal has no settings of one. */
  command: ((words: readonly (string | number)[]) => Promise<unknown>) | undefined;
  dns: { mx: (domain: string) => Promise<string[]>; txt: (domain: string) => Promise<string[]> };
  /** Of this machine, in ms. */
  now: () => number;
}

/** The shop answers /api/health with something else than yes. The message is for the owner. */
export class Unhealthy extends Error {
  override name = 'Unhealthy';
}

/** The reason why a check could not be made, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? {}) as { code?: unknown };
  const text = error.message || error.name;
  return `${text}${typeof code === 'string' ? ` (${code})` : ''}`.split('\n')[0] ?? '';
}
