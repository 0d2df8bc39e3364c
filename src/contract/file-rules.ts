import { z } from 'zod';

/** What the rules for marketers' files have in common. Every sentence is shown to a marketer, after file and field. */

/** One sentence for a wrong value, and the same for one that is absent or was left empty. */
export function must(rule: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      input === undefined || input === null ? `is missing; it must ${rule}` : `must ${rule}`,
  };
}

/** Fields of which each must be known. @param rule for what is no block of fields at all */
export function block<Shape extends z.ZodRawShape>(shape: Shape, rule?: string) {
  const fields = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not a known field; the fields here are ${fields}`
        : must(rule ?? `have the fields ${fields}`).error(issue),
  });
}
