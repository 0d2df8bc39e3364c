import type { z } from 'zod';
import { ProviderUnavailable } from './payment-provider.ts';

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

/** Whether the provider failed to give an answer of its own, so that a retry can help. */
export function isProviderFault(status: unknown): boolean {
  return typeof status !== 'number' || status < 400 || status >= 500 || status === 429;
}
