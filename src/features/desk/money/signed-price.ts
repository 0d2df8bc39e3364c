import { formatPrice } from '../../../domain/money.ts';

/** An amount that may be below zero: a day may send back more than it sells. */
export function signedPrice(paise: number): string {
  return paise < 0 ? `−${formatPrice(-paise)}` : formatPrice(paise);
}
