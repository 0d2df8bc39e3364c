import type { Product } from '../domain/product.ts';
import snapshot from './snapshot.json' with { type: 'json' };

/**
 * The catalogue of this deploy: what `scripts/snapshot.ts` made of the product files. Pages are rendered from it and
 * functions price orders by it, so that page and price never disagree within a deploy (decisions, Catalogue).
 */
export const catalogue: readonly Product[] = snapshot.products as Product[];

/**
 * The versions of the texts that a shopper accepts: the days on which they last changed, such as '2026-11-20'. An account
 * and an order keep the version that was accepted.
 */
export const policyVersions: { terms: string; privacy: string } = snapshot.policyVersions;

/** How the crops of campaign pictures go on below: colours of their lower edge, from left to right, by the crop's address. */
export const cropGrounds: Readonly<Record<string, readonly string[]>> = snapshot.cropGrounds;
