/** The checks of the shop's health and their results. */
import { comingSoonPath } from '../../../src/contract/coming-soon.ts';
import { paths } from '../../../src/contract/paths.ts';
import type { Health } from '../../../src/contract/calls/health.ts';
import type { Finding } from '../../../src/contract/desk-health.ts';

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
  /** Whether the checks run in the shop's own functions, with its own settings. */
  isInside: boolean;
  /** When the local shop started, in ms; null for any other shop. */
  openedAt: number | null;
  settings: Readonly<Record<string, string | undefined>>;
  /** Requests a path of the shop. Follows no redirect. */
  ask: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** The reply of /api/health, requested once. @throws Unhealthy */
  health: () => Promise<Health>;
  /** The path of a product page; null if none is public. */
  product: () => Promise<string | null>;
  /** Runs one Redis command; undefined without database settings. */
  command: ((words: readonly (string | number)[]) => Promise<unknown>) | undefined;
  dns: { mx: (domain: string) => Promise<string[]>; txt: (domain: string) => Promise<string[]> };
  /** This machine's clock, in ms. */
  now: () => number;
}

/** The waitlist page stands in front of the shop, which sells nothing yet. */
export async function isBeforeLaunch({ ask }: Shop): Promise<boolean> {
  const { headers } = await ask(paths.collection);
  return headers.get('location')?.endsWith(comingSoonPath) ?? false;
}

/** /api/health does not report a healthy shop. The message is for the owner. */
export class Unhealthy extends Error {
  override name = 'Unhealthy';
}

/** What has the settings that a check reads, as sentences name it. */
export const placeOf = ({ isInside }: Shop): string => (isInside ? 'the shop' : 'this terminal');

/** Why a check failed, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? {}) as { code?: unknown };
  const text = error.message || error.name;
  return `${text}${typeof code === 'string' ? ` (${code})` : ''}`.split('\n')[0] ?? '';
}
