import { shop } from './config.ts';

const NATIONAL_DIGITS = 10;
const FULL_DIGITS = shop.phonePrefix.length + NATIONAL_DIGITS;
/** The most digits that a number in the world has (ITU-T E.164). */
const WORLD_DIGITS = 15;
const TRUNK_ZEROS = new RegExp(`^${shop.phonePrefix}0+`);

/**
 * The stored form of a typed or pasted number: digits only, `91` before a ten-digit number, never more than 12 digits.
 * Ten digits are always national, also if they begin with 91; a trunk zero is removed, also after +91. An incomplete
 * number stays as it is. A number of another country keeps its `+`, and eleven digits without 91 stay, so that validation
 * refuses them with a reason instead of shortening them to somebody else's number. What follows a complete number with
 * 91 is cut off as by a `maxlength`: the field shows the ten digits that count.
 */
export function phoneFromInput(text: string): string {
  const typed = text.replace(/\D/g, '');
  const isInternational = /^\D*\+/.test(text) || typed.startsWith('00');
  const withoutZeros = typed.replace(/^0+/, '');
  // Ten digits that begin with 910 may be a mobile number.
  const hasCountryCode = isInternational || withoutZeros.length > FULL_DIGITS;
  const digits = hasCountryCode ? withoutZeros.replace(TRUNK_ZEROS, shop.phonePrefix) : withoutZeros;
  const isIndian = digits.startsWith(shop.phonePrefix);
  if (isInternational && !(isIndian && digits.length >= FULL_DIGITS))
    return `+${digits.slice(0, WORLD_DIGITS)}`;
  if (isIndian && digits.length > NATIONAL_DIGITS) return digits.slice(0, FULL_DIGITS);
  return digits.length === NATIONAL_DIGITS ? shop.phonePrefix + digits : digits.slice(0, FULL_DIGITS);
}

/**
 * The ten digits that the field shows after its +91 label. An incomplete number stays as it is: eleven digits that begin
 * with 91 may be ten of them and one too many.
 */
export function nationalDigits(phone: string): string {
  return isCompletePhone(phone) ? phone.slice(shop.phonePrefix.length) : phone;
}

/** Twelve digits that begin with 91. Numbers from before the rule about mobile numbers count too. */
export function isCompletePhone(phone: string): boolean {
  return phone.length === FULL_DIGITS && phone.startsWith(shop.phonePrefix) && /^\d+$/.test(phone);
}

export type PhoneProblem = 'invalid' | 'foreign' | 'not-mobile';

/** Why a courier cannot call this number: Indian mobile numbers have ten digits and begin with 6 to 9. */
export function phoneProblem(phone: string): PhoneProblem | null {
  if (/^\+(?:[1-8]|9[02-9])/.test(phone)) return 'foreign';
  if (!isCompletePhone(phone)) return 'invalid';
  return /^[6-9]/.test(nationalDigits(phone)) ? null : 'not-mobile';
}

/** A number formatted for people: +91 98765 43210. An incomplete number stays as it is. */
export function formatPhone(phone: string): string {
  if (!isCompletePhone(phone)) return phone;
  const digits = nationalDigits(phone);
  return `+${shop.phonePrefix} ${digits.slice(0, 5)} ${digits.slice(5)}`;
}
