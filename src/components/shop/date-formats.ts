import { shop } from '../../domain/config.ts';

/** A format in the shop's time zone. It is made at its first use, because that takes 0.1 s on a cheap phone. */
function lazyFormat(options: Intl.DateTimeFormatOptions) {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format(at: number): string {
      made ??= new Intl.DateTimeFormat(shop.currency.locale, { ...options, timeZone: 'Asia/Kolkata' });
      return made.format(at);
    },
  };
}

export const day = lazyFormat({ dateStyle: 'medium' });
/** The format of the emails. */
export const longDay = lazyFormat({ dateStyle: 'long' });
export const clock = lazyFormat({ timeStyle: 'short' });
export const dayAndClock = lazyFormat({ dateStyle: 'medium', timeStyle: 'short' });
