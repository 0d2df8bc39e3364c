import { z } from 'zod';
import { block, must } from './schema-rules.ts';

/**
 * `src/content/home.json`: the marketers' blocks of the home page. The build reads it and checks that its products and
 * pictures exist; the editor reads it too. Every message is shown to a marketer.
 */

function text(max: number) {
  const rule = must(`be text of at most ${max} characters`);
  return z.string(rule).trim().min(1, rule).max(max, rule);
}

const hrefRule = must(
  'be an address in this shop that begins with /, such as /collection or /product/taana-cap',
);
const link = block({
  label: text(60),
  href: z.string(hrefRule).regex(/^\/(?!\/)\S*$/, hrefRule),
});

const pictureRule = must(
  'be a picture in public/campaign, written with its folder, such as /campaign/campaign-1.webp',
);
const focusRule = must('be two percentages from 0% to 100%, from the left and from the top, such as 60% 45%');
const focusPoint = z
  .string(focusRule)
  .regex(/^(?:100|\d{1,2}(?:\.\d+)?)% (?:100|\d{1,2}(?:\.\d+)?)%$/, focusRule);

const piecesRule = must('be a list of 1 to 6 products, such as ["taana-cap"]');
const pieces = z
  .array(z.string(piecesRule), piecesRule)
  .min(1, piecesRule)
  .max(6, piecesRule)
  .refine((ids) => new Set(ids).size === ids.length, must('name each product once'));

const campaignFields = {
  picture: z.string(pictureRule).regex(/^\/campaign\/[a-z0-9-]+\.(?:webp|jpg|jpeg|png|avif)$/, pictureRule),
  alt: text(200),
  headline: text(60),
  line: text(200),
  link,
  pieces,
  textSide: z.enum(['left', 'right'], must('be left or right')),
  focus: block({ phone: focusPoint, desktop: focusPoint }),
};

const dayRule = must('be a day that exists, written as 2026-11-20; take the line out if there is none');
const day = z.iso.date(dayRule).optional();

/** A campaign with optional first and last days; both are whole days in India. */
const story = block({ ...campaignFields, firstDay: day, lastDay: day }).superRefine(
  ({ firstDay, lastDay }, found) => {
    if (firstDay === undefined || lastDay === undefined || firstDay <= lastDay) return;
    found.addIssue({
      code: 'custom',
      path: ['lastDay'],
      message: `must not be before firstDay (${firstDay})`,
    });
  },
);

const editorialsRule = must('be a list of 1 to 4 blocks');

export const homeFile = block({
  hero: block(campaignFields),
  editorials: z.array(story, editorialsRule).min(1, editorialsRule).max(4, editorialsRule),
  earlyOrder: block({ headline: text(60), line: text(200), link, pieces }),
});

export type HomeFile = z.infer<typeof homeFile>;
