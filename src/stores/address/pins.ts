import { atom } from 'nanostores';
import { fieldMessages } from '../../contract/messages/field.ts';
import { otherStates, type PinTable } from '../../domain/pin.ts';

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

/** What there is to ask about a PIN code and a state that contradict each other; null when nothing does. */
export function pinQuestion(
  table: PinTable | null,
  place: { zipcode: string; state: string },
): string | null {
  const states = table && otherStates(table, place);
  return states && fieldMessages.pinElsewhere(place.zipcode, states.join(' or '), place.state);
}

const asked = new Set<string>();

/** The question when the shopper has not been asked it before. From then on it counts as asked. */
export function askOnce(question: string | null): string | null {
  if (question === null || asked.has(question)) return null;
  asked.add(question);
  return question;
}
