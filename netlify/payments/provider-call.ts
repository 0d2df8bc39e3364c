import type { z } from 'zod';
import { ProviderUnavailable } from './port.ts';

/**
 * One question to a provider's API: a checked answer, or one of the port's errors.
 * @param told what an error of the SDK's means in the port's words
 */
export function providerCaller(provider: string, told: (error: unknown) => Error) {
  return async function ask<Schema extends z.ZodType>(
    answer: Schema,
    question: () => Promise<unknown>,
  ): Promise<z.output<Schema>> {
    let given: unknown;
    try {
      given = await question();
    } catch (error) {
      throw told(error);
    }
    const result = answer.safeParse(given);
    if (!result.success) throw new ProviderUnavailable(`${provider} answered something else than was asked`);
    return result.data;
  };
}

/** Whether the provider had no answer of its own: asking again may help. */
export function isProviderFault(status: unknown): boolean {
  return typeof status !== 'number' || status < 400 || status >= 500 || status === 429;
}
