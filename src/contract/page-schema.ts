import { z } from 'zod';
import { must } from './schema-rules.ts';
import { addressProblem } from './page-slugs.ts';

/**
 * The fields of a page or policy that a marketer writes: the lines between `---`. The build and the editor check them
 * with the same messages. Every message is shown to a marketer, after file and field.
 */
const descriptionLength = { min: 80, max: 155 } as const;

const title = 'must be text, the heading of the page; put it in quotes if it contains a colon';
const described = (found: number) =>
  `must have ${descriptionLength.min} to ${descriptionLength.max} characters, and has ${found}; search engines show it below the title and cut the rest off`;

export const dayRule = 'must be a day that exists, written as 2026-11-20';
export const dayMissing = 'is missing; write the day on which the text changed, such as 2026-11-20';

const buttonLabel = 'must be the words on the button, at most 30 characters';
const buttonLink =
  'must be a link: a page such as /contact, a full https:// address, or mailto: and an email';

/** Search engines treat two pages with the same words as duplicates. @param path of the other text's file */
export const sameAs = (path: string): string => `is that of ${path} as well; change one`;

const alias = 'must be a former address of this text, such as /size-guide';

const faqText = (what: string, min: number) =>
  z
    .string(`must be ${what} as text; put it in quotes if it contains a colon`)
    .trim()
    .min(min, `must be ${what}, with at least ${min} characters`)
    .regex(/^[^<>[\]*_`#]*$/, 'must be plain words, without links or marks such as ** and #');

export const pageFrontmatter = z.strictObject({
  title: z.string(title).trim().min(1, title).max(70, 'must be at most 70 characters'),
  description: z
    .string('must be text; put it in quotes if it contains a colon')
    .trim()
    .superRefine((text, found) => {
      if (text.length >= descriptionLength.min && text.length <= descriptionLength.max) return;
      found.addIssue({ code: 'custom', message: described(text.length) });
    }),
  // YAML parses an unquoted 2026-11-20 as a date.
  lastChanged: z.union([z.date(), z.iso.date().transform((day) => new Date(day))], {
    error: ({ input }) => (input === undefined || input === null ? dayMissing : dayRule),
  }),
  /** Questions and answers below the text, as plain text; search engines show them too. */
  faq: z
    .array(
      z.strictObject({
        question: faqText('the question', 5).regex(/\?$/, 'must end with a question mark'),
        answer: faqText('the answer', 20),
      }),
      'must be a list of questions, each with its answer',
    )
    .min(1, 'must have at least one question; take the field out where there is none')
    .superRefine((faq, found) => {
      faq.forEach(({ question }, at) => {
        if (faq.findIndex((each) => each.question === question) === at) return;
        found.addIssue({
          code: 'custom',
          path: [at, 'question'],
          message: 'stands there twice; take one out',
        });
      });
    })
    .optional(),
  /** Former addresses, which lead here. The editor adds one when the address changes. */
  aliases: z
    .array(
      z
        .string(alias)
        .refine((path) => path.startsWith('/') && addressProblem(path.slice(1)) === undefined, alias),
      'must be a list of former addresses',
    )
    .optional(),
  /** One button below the text. */
  button: z
    .strictObject(
      {
        label: z.string(buttonLabel).trim().min(1, buttonLabel).max(30, buttonLabel),
        link: z.string(buttonLink).regex(/^(?:\/(?!\/)|https:\/\/|mailto:|tel:)\S+$/, buttonLink),
      },
      'must be a label and a link',
    )
    .optional(),
});

/** The mistakes in the Markdown below the fields, one sentence each. */
export function markdownProblems(markdown: string): string[] {
  if (markdown.trim() === '') return ['text: is missing; write it below the second line of ---'];
  const heading = /^# .*$/m.exec(markdown)?.[0];
  return heading
    ? [`text: “${heading}” is a heading of the first rank, and the title already is that; write ## instead`]
    : [];
}

/** Footer columns for a link to an added page, in the form's order. */
export const footerColumns = ['help', 'company', 'none'] as const;

/** Every page contains the footer, and a whole page may have 14,000 B on the wire (tests/site/page-weight). */
export const MOST_ADDED_LINKS = 4;

export const footerFull = `must be none, because ${MOST_ADDED_LINKS} added pages stand in the footer already, which every phone loads with every page; or take another one out of it`;

export const isInFooter = (footer: unknown): boolean => footer === 'help' || footer === 'company';

const columnRule = must(
  'be the column of the footer with the link to this page: help, company, or none without a link',
);
const orderRule = must('be a whole number from 1 to 99; 1 stands first among the added links');

/** Fields of a page or policy that marketers added: they choose its place in the footer. */
export const addedPageFrontmatter = pageFrontmatter.extend({
  footer: z.enum(footerColumns, columnRule),
  footerOrder: z.int(orderRule).min(1, orderRule).max(99, orderRule),
});
