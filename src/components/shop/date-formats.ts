import { shop } from '../../domain/config.ts';

/** The shop's time zone, wherever the shopper is. */
const timeZone = 'Asia/Kolkata';
const { locale } = shop.currency;

export const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
/** The format of the emails. */
export const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
export const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
export const dayAndClock = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone,
});
