import cityList from '../../content/cities.json';
import { type City, knownCity, suggestCities } from '../../domain/address.ts';
import { phoneFromInput } from '../../domain/phone.ts';
import { isCompletePin, pinFromInput, type PinPlace, pinPlace } from '../../domain/pin.ts';
import { $isPlaceEdited, $pins, loadPins } from './pins.ts';

const cities: readonly City[] = cityList;

/** The fields that every address form has: checkout and saved addresses. */
export interface Place {
  city: string;
  state: string;
  zipcode: string;
  phone: string;
}

/** How the state is chosen: from a known city, by the shopper if the city is unknown, or not yet. */
export type StateSource = 'city' | 'choice' | 'none';

export function stateSourceOf(city: string): StateSource {
  if (city.trim() === '') return 'none';
  return knownCity(cities, city) ? 'city' : 'choice';
}

/** At most five cities for the text; none once the text is exactly a city's name. */
export function suggestionsFor(city: string): readonly City[] {
  return knownCity(cities, city) ? [] : suggestCities(cities, city);
}

/** Replaces a known city with its standard name, such as “BANGALORE” with Bengaluru. */
export function nameCity({ city }: Pick<Place, 'city'>, type: (field: 'city', text: string) => void): void {
  const name = knownCity(cities, city)?.city ?? city;
  if (name !== city) type('city', name);
}

/** A PIN code may contradict the city or the state, so an edit of each needs the table. */
const questioned: readonly PropertyKey[] = ['zipcode', 'city', 'state'];

/**
 * Loads the table of PIN codes if this edit needs it. If it comes after the edit, the PIN code fills in its place then;
 * a city that was emptied stays empty unless digits were typed.
 */
export async function whenPinsLoad<Form extends Place>(
  field: keyof Form,
  current: () => Form,
  fill: (before: Form, after: Form) => void,
): Promise<void> {
  if (!questioned.includes(field) || current().zipcode === '') return;
  $isPlaceEdited.set(true);
  if (!(await loadPins())) return;
  const form = current();
  if (form.zipcode !== '' && (field === 'zipcode' || form.city !== ''))
    fill(form, placeAfter(form, 'zipcode', form.zipcode));
}

/** The fields that a change filled in, whose problems end with it, and the PIN code, which was questioned for them. */
export function filledFields(before: Place, after: Place): ('city' | 'state' | 'zipcode')[] {
  const changed = (['city', 'state'] as const).filter((field) => after[field] !== before[field]);
  return changed.length > 0 && isCompletePin(after.zipcode) ? [...changed, 'zipcode'] : changed;
}

/**
 * The last values that a PIN code filled in: another PIN code may replace them, but never what the shopper typed or
 * chose.
 */
let filled: { city: string; state: string } | null = null;

/**
 * The form after text was typed or pasted into a field, normalised for that field. A PIN code fills in its state and
 * city, a known city its state.
 */
export function placeAfter<Form extends Place>(before: Form, field: keyof Form, text: string): Form {
  const after = { ...before, [field]: kept<Form>(field, text) };
  if (field === 'city') {
    const city = knownCity(cities, text);
    const wasKnown = knownCity(cities, before.city) !== undefined;
    if (city) after.state = city.state;
    else if (wasKnown || text.trim() === '') after.state = onlyState(placeOfPin(after.zipcode));
  }
  return field === 'zipcode' ? withPlaceOfPin(after) : after;
}

function withPlaceOfPin<Form extends Place>(form: Form): Form {
  const place = placeOfPin(form.zipcode);
  if (!place) return form;
  const city = form.city === '' || form.city === filled?.city ? (place.city ?? '') : form.city;
  const known = knownCity(cities, city);
  const isChosen = city !== '' && form.state !== '' && form.state !== filled?.state;
  const state = known?.state ?? (isChosen ? form.state : onlyState(place));
  filled = {
    city: city === form.city ? (filled?.city ?? '') : city,
    state: state === form.state ? (filled?.state ?? '') : state,
  };
  return { ...form, city, state };
}

/** Null while the PIN code is incomplete or its table is not loaded. */
function placeOfPin(pin: string): PinPlace | null {
  const table = $pins.get();
  return table && isCompletePin(pin) ? pinPlace(table, pin) : null;
}

function onlyState(place: PinPlace | null): string {
  return place?.states.length === 1 ? (place.states[0] ?? '') : '';
}

function kept<Form extends Place>(field: keyof Form, text: string): string {
  if (field === 'zipcode') return pinFromInput(text);
  return field === 'phone' ? phoneFromInput(text) : text;
}
