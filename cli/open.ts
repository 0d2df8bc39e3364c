/** Preparations that commands share. */
import { resolve } from 'node:path';
import process from 'node:process';
import type { Product } from '../src/domain/product.ts';
import { hasSnapshot, takeSnapshot } from '../local/site/site-build.ts';
import { shortOrderId } from '../src/domain/order.ts';
import { projectRoot } from '../scripts/setup.mjs';

/** Exit code: done, but an email, a refund or a provider's answer is missing. */
const UNFINISHED = 2;

let catalogue: Promise<readonly Product[]> | undefined;

/** Reads the product files once per process, at the first call, so a new product is known. */
export function readCatalogue(): Promise<readonly Product[]> {
  catalogue ??= takeSnapshot(resolve(projectRoot)).then(
    async () => (await import('../src/content/snapshot.ts')).catalogue,
  );
  return catalogue;
}

/**
 * Makes sure that a snapshot exists, because the services read the catalogue on import. An old snapshot is enough,
 * because orders carry their own names and prices: a mistake in a product file must not prevent shipping.
 */
export async function needSnapshot(): Promise<void> {
  const root = resolve(projectRoot);
  if (!hasSnapshot(root)) await takeSnapshot(root);
}

/** Collects unreadable orders that a list leaves out; prints each once, when the list is complete. */
export function unreadableOrders(): { onUnreadable: (id: string) => void; tell: () => void } {
  const ids = new Set<string>();
  return {
    onUnreadable: (id) => ids.add(id),
    tell: () => {
      for (const id of ids)
        console.error(`✗ Order ${id} (${shortOrderId(id)}) cannot be read and is left out.`);
      if (ids.size > 0) leaveUnfinished();
    },
  };
}

export function leaveUnfinished(): void {
  process.exitCode = UNFINISHED;
}
