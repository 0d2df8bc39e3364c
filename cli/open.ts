/** What a command needs of the shop before it begins. */
import { resolve } from 'node:path';
import process from 'node:process';
import type { Product } from '../src/domain/product.ts';
import { hasSnapshot, takeSnapshot } from '../local/site/site-build.ts';
import { shortOrderId } from '../src/domain/order.ts';
import { projectRoot } from '../scripts/setup.mjs';

/** Done, but a letter, a refund or a provider's answer is missing. */
const UNFINISHED = 2;

let catalogue: Promise<readonly Product[]> | undefined;

/** As the product files say it when the process asks first, so that a product of this minute is known. */
export function readCatalogue(): Promise<readonly Product[]> {
  catalogue ??= takeSnapshot(resolve(projectRoot)).then(
    async () => (await import('../src/content/snapshot.ts')).catalogue,
  );
  return catalogue;
}

/**
 * The services read the catalogue when they are imported. Orders carry their own names and prices, so that the last
 * snapshot will do: a mistake in a product file must keep nobody from shipping.
 */
export async function needSnapshot(): Promise<void> {
  const root = resolve(projectRoot);
  if (!hasSnapshot(root)) await takeSnapshot(root);
}

/** Orders that a list has left out because they cannot be read; named once each, when the list is done. */
export function unreadableOrders(): { hear: (id: string) => void; tell: () => void } {
  const ids = new Set<string>();
  return {
    hear: (id) => ids.add(id),
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
