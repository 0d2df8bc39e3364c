import { shop, trade } from '../../domain/shop.ts';

const days = (span: { min: number; max: number }, more: { min: number; max: number }) =>
  `${span.min + more.min}-${span.max + more.max} days`;

/** What the shop promises beside every price: the questions a shopper asks before the first order. */
export const promises = [
  {
    icon: 'box',
    title: `Ships in ${days(trade.transitDays, trade.handlingDays)}`,
    text: 'To any PIN code in India',
  },
  { icon: 'return', title: `${trade.returnDays} days to return`, text: 'Free, unworn, tags on' },
  { icon: 'wallet', title: 'Cash on delivery', text: 'Or UPI, cards and net banking' },
  { icon: 'spool', title: `Made in ${shop.country}`, text: 'Cut and sewn in small drops' },
] as const;
