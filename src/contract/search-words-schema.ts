import { z } from 'zod';
import { block, must } from './schema-rules.ts';

/**
 * `src/content/search-words.json`: words that shoppers type, and the shop's names for them. Marketers edit it; the
 * build and the editor check it. Every message is shown to a marketer.
 */
const wordsRule = must(
  'be a list of words or phrases of at most 40 characters, such as ["tshirt", "t shirt"]',
);
const words = z
  .array(z.string(wordsRule).trim().min(1, wordsRule).max(40, wordsRule), wordsRule)
  .min(1, wordsRule);

const groupsRule = must('be a list of groups, each with typed and finds');

/** Phrases of a price; # stands for the amount. */
const phrases = (amounts: number, rule: string) =>
  z
    .array(
      z
        .string(must(rule))
        .trim()
        .max(40, must(rule))
        .refine((phrase) => phrase.split('#').length === amounts + 1 && /[^#\s]/.test(phrase), must(rule)),
      must(rule),
    )
    .min(1, must(rule));
const onePrice = 'be a list of phrases with one # for the price, such as ["under #", "# se kam"]';

export const searchWordsFile = block({
  prices: block({
    rupees: words,
    thousand: words,
    between: phrases(2, 'be a list of phrases with two # for the prices, such as ["# to #", "# se #"]'),
    under: phrases(1, onePrice),
    above: phrases(1, onePrice),
  }),
  groups: z
    .array(
      block({
        typed: words,
        finds: words,
        /** True if the shop does not make the typed thing; a sentence above the nearest products says so. */
        nearest: z.boolean(must('be true or false')).optional(),
      }),
      groupsRule,
    )
    .superRefine((groups, context) => {
      const seen = new Set<string>();
      for (const typed of groups.flatMap((group) => group.typed.map((word) => word.toLowerCase()))) {
        if (seen.has(typed)) context.addIssue(`must name “${typed}” in one group alone`);
        seen.add(typed);
      }
    }),
});
