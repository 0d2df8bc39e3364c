import cityList from '../content/cities.json';
import { type City, knownCity, pinFromInput, suggestCities } from '../domain/address.ts';
import { isCompletePhone, nationalDigits, phoneFromInput } from '../domain/phone.ts';

const cities: readonly City[] = cityList;

/** What every form with an address has: at checkout, among the saved addresses. */
export interface Place {
  city: string;
  state: string;
  zipcode: string;
  phone: string;
}

/** How the state is filled in: by the known city, by choice for an unknown one, or not yet. */
export type StateSource = 'city' | 'choice' | 'none';

export function stateSourceOf(city: string): StateSource {
  if (city.trim() === '') return 'none';
  return knownCity(cities, city) ? 'city' : 'choice';
}

/** Up to five cities for what was typed; none once the text names a city exactly. */
export function suggestionsFor(city: string): readonly City[] {
  return knownCity(cities, city) ? [] : suggestCities(cities, city);
}

/** What a form is after a text was typed or pasted into a field, as that field keeps it; a known city brings its state. */
export function placeAfter<Form extends Place>(before: Form, field: keyof Form, text: string): Form {
  const after = { ...before, [field]: kept(before, field, text) };
  if (field === 'city') {
    const city = knownCity(cities, text);
    const wasKnown = knownCity(cities, before.city) !== undefined;
    if (city) after.state = city.state;
    else if (wasKnown || text.trim() === '') after.state = '';
  }
  return after;
}

function kept<Form extends Place>(before: Form, field: keyof Form, text: string): string {
  if (field === 'zipcode') return pinFromInput(text);
  return field === 'phone' ? phoneAfter(before.phone, text) : text;
}

/** The number that a field keeps after a text was typed or pasted into it. */
export function phoneAfter(before: string, text: string): string {
  const digits = text.replace(/\D/g, '');
  // An eleventh digit typed behind a complete number changes nothing; alone it could pass for +91 and a shorter one.
  const isOneTooMany =
    isCompletePhone(before) &&
    digits.length === nationalDigits(before).length + 1 &&
    digits.startsWith(nationalDigits(before));
  return isOneTooMany ? before : phoneFromInput(text);
}
