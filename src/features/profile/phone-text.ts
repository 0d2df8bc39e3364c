import { isCompletePhone, nationalDigits } from '../../domain/phone.ts';
import { shop } from '../../domain/config.ts';

/** A number formatted for people: +91 98765 43210. An incomplete number stays as it is. */
export function phoneText(phone: string): string {
  if (!isCompletePhone(phone)) return phone;
  const digits = nationalDigits(phone);
  return `+${shop.phonePrefix} ${digits.slice(0, 5)} ${digits.slice(5)}`;
}
