import { describe, expect, test } from 'vitest';
import { pageProblems as problemsOf } from '../../src/integrations/content-rules/texts.ts';

const places = { texts: new Set(['contact', 'delivery']), products: new Set<string>() };
const pageProblems = (source: string) => problemsOf(source, places);

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
  test('are optional', () => {
    expect(pageProblems(faq(right, { ...right, question: 'Where are you?' }))).toEqual([]);
    expect(pageProblems(page('# nothing more'))).toEqual([]);
  });

  test.each([
    ['no list', page('faq: Ask us'), 'faq: must be a list of questions'],
    ['an empty list', page('faq: []'), 'faq: must have at least one question'],
    ['no answer', faq(right, { question: 'Why?..?' }), 'faq: entry 2: answer: must be the answer as text'],
    ['a short answer', faq({ ...right, answer: 'No.' }), 'faq: entry 1: answer: must be the answer, with'],
    ['no question mark', faq({ ...right, question: 'Outside India' }), 'faq: entry 1: question: must end'],
    [
      'Markdown',
      faq({ ...right, answer: 'See [delivery](/delivery) for it.' }),
      'faq: entry 1: answer: must be',
    ],
    ['a question twice', faq(right, right), 'faq: entry 2: question: stands there twice'],
    ['another field', faq({ ...right, link: '/' }), 'faq: entry 1: link: is not a known field'],
    [
      'an unknown fact',
      faq({ ...right, answer: 'Write to {{shop.suport.email}} about it.' }),
      'text: {{shop.sup',
    ],
  ])('are refused with one message: %s', (_mistake, source, problem) => {
    expect(pageProblems(source)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('the button of a page', () => {
  const button = (fields: Record<string, unknown>) => page(`button: ${JSON.stringify(fields)}`);

  test.each([
    '/contact',
    'https://shop.example/jobs',
    'mailto:{{shop.jobs.email}}?subject=Jobs',
    'tel:+910000000000',
  ])('can link to %s', (link) => {
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

  test('has words, up to a limit', () => {
    for (const label of ['', 'x'.repeat(31)]) {
      expect(pageProblems(button({ label, link: '/contact' }))).toEqual([
        'button: label: must be the words on the button, at most 30 characters',
      ]);
    }
  });
});

describe('the position of an added page in the footer', () => {
  const added = (lines: string) => problemsOf(page(lines), places, true);

  test.each(['help', 'company', 'none'])('can be %s', (column) => {
    expect(added(`footer: ${column}\nfooterOrder: 3`)).toEqual([]);
  });

  test.each([
    ['no column', 'footerOrder: 1', /^footer: is missing; it must be the column/],
    ['an unknown column', 'footer: left\nfooterOrder: 1', /^footer: must be the column/],
    ['no order', 'footer: help', /^footerOrder: is missing; it must be a whole number from 1/],
    ['half an order', 'footer: help\nfooterOrder: 1.5', /^footerOrder: must be a whole number from 1/],
  ])('is refused with one message: %s', (_, lines, problem) => {
    expect(added(lines)).toEqual([expect.stringMatching(problem)]);
  });

  test('is not allowed for a page that is always in the footer', () => {
    expect(pageProblems(page('footer: help'))).toEqual(['footer: is not a known field; take it out']);
  });
});
