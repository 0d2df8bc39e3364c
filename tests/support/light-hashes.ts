/**
 * Password hashes of the shop's cost would take a processor 31 ms each, some thousand times in a run. In the workers they are
 * computed at the lowest cost, and still name the shop's. A hash with another cost is computed at that.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

const OF_THE_SHOP = { memory: 19_456, passes: 2 };
const LIGHT = { memory: 8, passes: 1 };

/** Kept on the global object, because a worker can run this module more than once. */
const worker = globalThis as typeof globalThis & { hasLightHashes?: boolean };

if (worker.hasLightHashes === undefined) {
  worker.hasLightHashes = true;
  const { argon2 } = crypto;
  crypto.argon2 = (algorithm, parameters, callback) => {
    const { memory, passes } = parameters;
    const isOfTheShop = memory === OF_THE_SHOP.memory && passes === OF_THE_SHOP.passes;
    argon2(algorithm, { ...parameters, ...(isOfTheShop && worker.hasLightHashes && LIGHT) }, callback);
  };
  syncBuiltinESMExports();
}

/** For a file whose hashes another process checks. */
export function useFullHashes(): void {
  beforeAll(() => {
    worker.hasLightHashes = false;
  });
  afterAll(() => {
    worker.hasLightHashes = true;
  });
}
