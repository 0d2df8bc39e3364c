import { z } from 'zod';

/** Shared rules for marketers' files. Every message is shown to a marketer, after file and field. */

/** One message for a wrong value and for a missing or empty one. */
export function must(rule: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      input === undefined || input === null ? `is missing; it must ${rule}` : `must ${rule}`,
  };
}

/**
 * A mistake as a marketer reads it, such as `images: picture 2: alt: must …`.
 * @param item what an entry of a list is called
 * @param unknownField the message for a field that does not exist
 * @returns one sentence, or one for each such field
 */
export function sentencesOf(issue: z.core.$ZodIssue, item: string, unknownField = issue.message): string[] {
  const place = issue.path.map((step) => (typeof step === 'number' ? `${item} ${step + 1}` : String(step)));
  if (issue.code !== 'unrecognized_keys') return [[...place, issue.message].join(': ')];
  return issue.keys.map((key) => [...place, key, unknownField].join(': '));
}

/** An object whose fields must all be known. @param rule the message for a value that is no object */
export function block<Shape extends z.ZodRawShape>(shape: Shape, rule?: string) {
  const fields = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not a known field; the fields here are ${fields}`
        : must(rule ?? `have the fields ${fields}`).error(issue),
  });
}
