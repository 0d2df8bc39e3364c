import { shop } from './shop.ts';

const NATIONAL_DIGITS = 10;
const FULL_DIGITS = shop.phonePrefix.length + NATIONAL_DIGITS;

/**
 * What is stored for what was typed or pasted (specification §5): digits only, `91` in front of a ten-digit number,
 * never more than 12 digits. Ten digits are always national, also when they begin with 91 (decisions, Small points);
 * leading zeros are the trunk or the international prefix and go. A number still being typed stays as it is.
 */
export function phoneFromInput(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (digits.startsWith(shop.phonePrefix) && digits.length > NATIONAL_DIGITS)
    return digits.slice(0, FULL_DIGITS);
  if (digits.length >= NATIONAL_DIGITS) return shop.phonePrefix + digits.slice(0, NATIONAL_DIGITS);
  return digits;
}

/** The up to ten digits that the field shows after its +91 label. */
export function nationalDigits(phone: string): string {
  return phone.length > NATIONAL_DIGITS && phone.startsWith(shop.phonePrefix)
    ? phone.slice(shop.phonePrefix.length)
    : phone;
}

/** Twelve digits beginning with 91: a number that a courier can call. */
export function isCompletePhone(phone: string): boolean {
  return phone.length === FULL_DIGITS && phone.startsWith(shop.phonePrefix) && /^\d+$/.test(phone);
}
