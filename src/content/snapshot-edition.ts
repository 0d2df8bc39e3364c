import made from './snapshot-edition.json' with { type: 'json' };

/**
 * The part of the snapshot that functions carry in their code; the products lie beside it in files, and name the same
 * edition, so that a function never prices by the products of another deploy.
 */
export const { edition } = made;

/**
 * The versions of the texts that a shopper accepts: the days on which they last changed, such as '2026-11-20'. An account
 * and an order keep the version that was accepted.
 */
export const policyVersions: { terms: string; privacy: string } = made.policyVersions;
