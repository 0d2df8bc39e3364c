import { atom } from 'nanostores';
import { fieldMessages } from '../../contract/messages/address.ts';
import { otherCity, otherStates, pinDistrict, type PinTable } from '../../domain/pin.ts';

/** The table of India's PIN codes; null until it is needed. */
export const $pins = atom<PinTable | null>(null);

/**
 * Loads the table after the first digits are typed, so that other shoppers do not download it. Without the table the
 * city still fills in the state.
 * @returns whether this call has loaded it
 */
export async function loadPins(): Promise<boolean> {
  if ($pins.get()) return false;
  try {
    const table = await import('../../content/pins.json');
    const isFirst = $pins.get() === null;
    $pins.set(table.default);
    return isFirst;
  } catch {
    return false;
  }
}

/** The question for a PIN code that contradicts the state or the city; null if nothing does. */
export function pinQuestion(
  table: PinTable | null,
  place: { zipcode: string; state: string; city: string },
): string | null {
  if (!table) return null;
  const states = otherStates(table, place);
  if (states) return fieldMessages.pinElsewhere(place.zipcode, states.join(' or '), place.state);
  const city = otherCity(table, place);
  return city && fieldMessages.pinElsewhere(place.zipcode, city, place.city);
}

/** The hint under the PIN code: the question, else its district; undefined while neither is known. */
export function pinHint(
  table: PinTable | null,
  place: { zipcode: string; state: string; city: string },
): string | undefined {
  const question = pinQuestion(table, place);
  if (question !== null) return question;
  const found = table && pinDistrict(table, place.zipcode);
  return found ? fieldMessages.pinDistrict(found.district, found.state) : undefined;
}

const asked = new Set<string>();

/** The question, if the shopper has not seen it before. It then counts as asked. */
export function askOnce(question: string | null): string | null {
  if (question === null || asked.has(question)) return null;
  asked.add(question);
  return question;
}
