import { shop } from '../../domain/config.ts';

/** The shop's own time, wherever the shopper is. */
const timeZone = 'Asia/Kolkata';
const { locale } = shop.currency;

export const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
/** As letters write it. */
export const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
export const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
export const dayAndClock = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone,
});
