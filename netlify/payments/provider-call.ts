import type { z } from 'zod';
import { ProviderRefused, ProviderUnavailable } from './payment-provider.ts';

/**
 * Makes a function that calls a provider's API and returns the validated answer or throws one of the errors of
 * payment-provider.ts.
 * @param mapError converts an error of the SDK to an error of payment-provider.ts
 */
export function callProvider(provider: string, mapError: (error: unknown) => Error) {
  return async function ask<Schema extends z.ZodType>(
    answer: Schema,
    question: () => Promise<unknown>,
  ): Promise<z.output<Schema>> {
    let given: unknown;
    try {
      given = await question();
    } catch (error) {
      throw mapError(error);
    }
    const result = answer.safeParse(given);
    if (!result.success) throw new ProviderUnavailable(`${provider} answered something else than was asked`);
    return result.data;
  };
}

/**
 * The most entries of a list that the shop uses, against a list without an end. A list is read to more than these, so
 * that a longer one is noticed.
 */
export const MOST_LISTED = 5_000;

/**
 * A list of which no entry may be missing.
 * @param named the provider and its list, for the owner
 * @throws ProviderRefused if it is too long
 */
export function whole<Entry>(entries: readonly Entry[], named: ListName): readonly Entry[] {
  if (entries.length > MOST_LISTED) throw new ProviderRefused(tooLong(named));
  return entries;
}

/** The newest entries of a list; the log says if there are more. */
export function newest<Entry>(entries: readonly Entry[], named: ListName): readonly Entry[] {
  if (entries.length > MOST_LISTED) {
    console.error(JSON.stringify({ level: 'error', message: tooLong(named) }));
  }
  return entries.slice(0, MOST_LISTED);
}

type ListName = readonly [provider: string, entries: string];

const tooLong = ([provider, entries]: ListName): string => {
  return `${provider} lists more than ${MOST_LISTED} ${entries}`;
};

/** Whether the provider failed to give an answer of its own, so that a retry can help. */
export function isProviderFault(status: unknown): boolean {
  return typeof status !== 'number' || status < 400 || status >= 500 || status === 429;
}
