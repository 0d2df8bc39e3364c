/** The doctor's checks and their results. */
import type { Health } from '../../src/contract/calls/health.ts';

/** `unseen`: this machine cannot check it; the advice says where it can be checked. */
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
  /** Whether the shop runs on this machine. */
  isLocal: boolean;
  /** When the local shop started, in ms; null for any other shop. */
  openedAt: number | null;
  settings: Readonly<Record<string, string | undefined>>;
  /** Requests a path of the shop. Follows no redirect. */
  ask: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** The reply of /api/health, requested once. @throws Unhealthy */
  health: () => Promise<Health>;
  /** The path of a product page; null if none is public. */
  product: () => Promise<string | null>;
  /** Runs one Redis command; undefined if this terminal has no database settings. */
  command: ((words: readonly (string | number)[]) => Promise<unknown>) | undefined;
  dns: { mx: (domain: string) => Promise<string[]>; txt: (domain: string) => Promise<string[]> };
  /** This machine's clock, in ms. */
  now: () => number;
}

/** /api/health does not report a healthy shop. The message is for the owner. */
export class Unhealthy extends Error {
  override name = 'Unhealthy';
}

/** Why a check failed, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? {}) as { code?: unknown };
  const text = error.message || error.name;
  return `${text}${typeof code === 'string' ? ` (${code})` : ''}`.split('\n')[0] ?? '';
}
