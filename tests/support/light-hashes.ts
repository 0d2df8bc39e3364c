/**
 * Password hashes of the shop's cost would take a processor 31 ms each, some thousand times in a run. In Vitest's workers,
 * and in the processes of functions that they start, they are computed at the lowest cost, and still name the shop's. A
 * hash with another cost is computed at that.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const OF_THE_SHOP = { memory: 19_456, passes: 2 };
const LIGHT = { memory: 8, passes: 1 };

/** Kept on the global object, because a worker can run this module more than once. */
const worker = globalThis as typeof globalThis & { hasLightHashes?: true };

if (!worker.hasLightHashes) {
  worker.hasLightHashes = true;
  const { argon2 } = crypto;
  crypto.argon2 = (algorithm, parameters, callback) => {
    const { memory, passes } = parameters;
    const isOfTheShop = memory === OF_THE_SHOP.memory && passes === OF_THE_SHOP.passes;
    argon2(algorithm, { ...parameters, ...(isOfTheShop && LIGHT) }, callback);
  };
  syncBuiltinESMExports();
}
