import type { Verdict } from '../../domain/vitals-report.ts';
import type { PageKind, Vital } from '../../domain/web-vitals.ts';

/** Sentences of the desk's screen about speed. */
export const deskSpeedMessages = {
  intro:
    'What shoppers really get: three of four page views were at least this fast. Counted on their own phones and networks, without anything about who they are.',
  vital: 'Measure',
  vitals: {
    LCP: 'Shows (LCP)',
    INP: 'Answers a tap (INP)',
    CLS: 'Holds still (CLS)',
    FCP: 'First sign (FCP)',
    TTFB: 'Server answers (TTFB)',
  } satisfies Record<Vital, string>,
  meanings: {
    LCP: 'The time until the largest picture or text of the first screen is there. The most important one.',
    INP: 'The time from a tap or key until the page shows that it has heard it: the slowest of a visit.',
    CLS: 'How much of the page jumps about while it loads. 0 is perfectly still.',
    FCP: 'The time until anything at all is seen.',
    TTFB: 'The time until the first byte of the page arrives: network and server.',
  } satisfies Record<Vital, string>,
  limits: (good: string, poor: string) => `Good up to ${good}, poor above ${poor}.`,
  page: 'Week of',
  pages: {
    all: 'All pages',
    home: 'Home',
    collection: 'Collection',
    product: 'Product',
    cart: 'Cart',
    checkout: 'Checkout',
    orders: 'Orders',
    other: 'Others',
  } satisfies Record<PageKind | 'all', string>,
  verdicts: { good: 'good', 'needs-work': 'needs work', poor: 'poor' } satisfies Record<Verdict, string>,
  views: (count: number) => (count === 1 ? '1 view' : `${count} views`),
  over: (value: string) => `over ${value}`,
  notMeasured: '–',
  none: 'Nothing was measured in the last 13 weeks. Measuring begins with a shopper’s first tap or scroll; WEB_VITALS_SAMPLE switches it.',
  note: 'Only page views with a tap, a key or a scroll are measured, and only a sample of them. Browsers that do not measure a number are not in it. Times are rounded to the steps of a scale, and are at most a third off.',
} as const;
