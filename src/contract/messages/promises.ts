import { shop, trade } from '../../domain/config.ts';

const days = (span: { min: number; max: number }, more: { min: number; max: number }) =>
  `${span.min + more.min}-${span.max + more.max} days`;

const returns = {
  icon: 'return',
  title: `${trade.returnDays} days to return`,
  text: 'Free, unworn, tags on',
} as const;
const origin = {
  icon: 'spool',
  title: `Made in ${shop.country}`,
  text: 'Cut and sewn in small drops',
} as const;

/** The shop's promises beside every price: they answer a shopper's questions before the first order. */
export const promises = [
  {
    icon: 'box',
    title: `Ships in ${days(trade.transitDays, trade.handlingDays)}`,
    text: 'To any PIN code in India',
  },
  returns,
  { icon: 'wallet', title: 'Cash on delivery', text: 'Or UPI, cards and net banking' },
  origin,
] as const;

/** The promises for a product that is not on sale yet. */
export const earlyPromises = [
  { icon: 'box', title: 'Not on sale yet', text: 'Tell us your size; the newest one counts' },
  { icon: 'wallet', title: 'Nothing to pay now', text: 'This is not an order' },
  returns,
  origin,
] as const;
