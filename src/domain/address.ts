import { type PinProblem, pinProblem } from './pin.ts';
import { phoneProblem, type PhoneProblem } from './phone.ts';
import { shop } from './config.ts';
import { isTooLong } from './text-limits.ts';
import { isEmail } from './user.ts';

/** The delivery form of checkout. `phone` is in the form that `phoneFromInput` returns. */
export interface DeliveryAddress {
  firstName: string;
  lastName: string;
  email: string;
  street: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
  phone: string;
}

/** In screen order: the PIN code comes before the fields that it fills in. */
export const emptyDeliveryAddress: DeliveryAddress = {
  firstName: '',
  lastName: '',
  email: '',
  street: '',
  zipcode: '',
  city: '',
  state: '',
  country: shop.country,
  phone: '',
};

/** A saved address. `address` is house number and street. */
export interface AddressFields {
  /** '' if the shopper gave none. */
  label: string;
  address: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
  /** In the form that `phoneFromInput` returns. */
  phone: string;
  /** True for exactly one address, as soon as one exists. */
  isDefault: boolean;
}

export type DeliveryField = keyof DeliveryAddress;
export type DeliveryProblem = 'missing' | 'too-long' | 'invalid' | PhoneProblem | PinProblem;

/**
 * Every invalid field and the reason; no entries mean a valid address. State is required because a parcel needs it; the
 * form fills it in from the city.
 */
export function deliveryProblems(address: DeliveryAddress): Partial<Record<DeliveryField, DeliveryProblem>> {
  const problems: Partial<Record<DeliveryField, DeliveryProblem>> = {};
  for (const field of Object.keys(emptyDeliveryAddress) as DeliveryField[]) {
    const problem = problemOf(field, address[field]);
    if (problem) problems[field] = problem;
  }
  return problems;
}

function problemOf(field: DeliveryField, value: string): DeliveryProblem | null {
  if (value.trim() === '') return 'missing';
  if (isTooLong(field, value)) return 'too-long';
  const unless = (isAcceptable: boolean) => (isAcceptable ? null : 'invalid');
  switch (field) {
    case 'email':
      return unless(isEmail(value));
    case 'zipcode':
      return pinProblem(value);
    case 'phone':
      return phoneProblem(value);
    case 'country':
      return unless(value === shop.country);
    default:
      return null;
  }
}

export interface City {
  city: string;
  state: string;
  aliases?: readonly string[];
}

/** Returns at most five cities: names that begin with the text first, then names that contain it. */
export function suggestCities(cities: readonly City[], text: string): City[] {
  const wanted = fold(text);
  if (wanted === '') return [];
  const matches = (test: (name: string) => boolean) => cities.filter((city) => namesOf(city).some(test));
  const beginning = matches((name) => name.startsWith(wanted));
  const containing = matches((name) => name.includes(wanted)).filter((city) => !beginning.includes(city));
  return [...beginning, ...containing].slice(0, shop.citySuggestionsMax);
}

/** The city whose present or older name equals the text. Ignores case and outer space. */
export function knownCity(cities: readonly City[], text: string): City | undefined {
  const wanted = fold(text);
  return wanted === '' ? undefined : cities.find((city) => namesOf(city).includes(wanted));
}

function namesOf(city: City): string[] {
  return [city.city, ...(city.aliases ?? [])].map(fold);
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
