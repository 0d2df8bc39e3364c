import { atom } from 'nanostores';
import { fieldMessages } from '../../contract/messages/field.ts';
import { otherCity, otherStates, type PinTable } from '../../domain/pin.ts';

/** The table of India's PIN codes; null until somebody has typed one. */
export const $pins = atom<PinTable | null>(null);

/**
 * Loads the table once the first digits are there, so that nobody else pays for it. Without it the city fills in the
 * state as ever.
 * @returns whether it has come with this call
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

/** What there is to ask about a PIN code that contradicts the state or the city; null when nothing does. */
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

const asked = new Set<string>();

/** The question when the shopper has not been asked it before. From then on it counts as asked. */
export function askOnce(question: string | null): string | null {
  if (question === null || asked.has(question)) return null;
  asked.add(question);
  return question;
}
