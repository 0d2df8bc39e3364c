import { describe, expect, test } from 'vitest';
import { pageProblems } from '../../src/integrations/content-rules/texts.ts';

const page = (lines: string) => `---
title: Delivery information
description: 'Delivery in India: charges, times and stages of an order, express and same day, address changes and more.'
lastChanged: 2026-11-20
${lines}
---

We deliver across India.
`;

const right = {
  question: 'Do you deliver outside India?',
  answer: 'No, there is no international shipping at present.',
};
const faq = (...all: Record<string, unknown>[]) => page(`faq: ${JSON.stringify(all)}`);

describe('questions and answers of a page', () => {
  test('may stand there or not', () => {
    expect(pageProblems(faq(right, { ...right, question: 'Where are you?' }))).toEqual([]);
    expect(pageProblems(page('# nothing more'))).toEqual([]);
  });

  test.each([
    ['no list', page('faq: Ask us'), 'faq: must be a list of questions, each with its answer'],
    [
      'an empty list',
      page('faq: []'),
      'faq: must have at least one question; take the field out where there is none',
    ],
    [
      'no answer',
      faq(right, { question: 'Why?..?' }),
      'faq: entry 2: answer: must be the answer as text; put it in quotes if it contains a colon',
    ],
    [
      'a short answer',
      faq({ ...right, answer: 'No.' }),
      'faq: entry 1: answer: must be the answer, with at least 20 characters',
    ],
    [
      'no question mark',
      faq({ ...right, question: 'Outside India' }),
      'faq: entry 1: question: must end with a question mark',
    ],
    [
      'marks of Markdown',
      faq({ ...right, answer: 'See [delivery](/delivery) for all of it.' }),
      'faq: entry 1: answer: must be plain words, without links or marks such as ** and #',
    ],
    ['a question twice', faq(right, right), 'faq: entry 2: question: stands there twice; take one out'],
    [
      'a field of its own',
      faq({ ...right, link: '/' }),
      'faq: entry 1: link: is not a known field; take it out',
    ],
    [
      'a fact that the shop does not have',
      faq({ ...right, answer: 'Write to {{shop.suport.email}} about all of it.' }),
      'text: {{shop.suport.email}} is not a fact of the shop; write one such as {{shop.support.email}}, or plain words',
    ],
  ])('are refused with one sentence: %s', (_mistake, source, problem) => {
    expect(pageProblems(source)).toEqual([problem]);
  });
});

describe('the button of a page', () => {
  const button = (fields: Record<string, unknown>) => page(`button: ${JSON.stringify(fields)}`);

  test.each([
    '/contact',
    'https://shop.example/jobs',
    'mailto:{{shop.jobs.email}}?subject=Jobs',
    'tel:+910000000000',
  ])('may lead to %s', (link) => {
    expect(pageProblems(button({ label: 'Explore Jobs', link }))).toEqual([]);
  });

  test.each(['contact', '//evil.example', 'javascript:alert(1)', 'http://shop.example', '/a b', ''])(
    'may not lead to “%s”',
    (link) => {
      expect(pageProblems(button({ label: 'Explore Jobs', link }))).toEqual([
        'button: link: must be a link: a page such as /contact, a full https:// address, or mailto: and an email',
      ]);
    },
  );

  test('has words, and not too many', () => {
    for (const label of ['', 'x'.repeat(31)]) {
      expect(pageProblems(button({ label, link: '/contact' }))).toEqual([
        'button: label: must be the words on the button, at most 30 characters',
      ]);
    }
  });
});
