import { atom, computed } from 'nanostores';
import { fieldMessages } from '../../contract/messages/address.ts';
import { otherCity, otherStates, pinDistrict, type PinTable } from '../../domain/pin.ts';

/** The table of India's PIN codes; null until it is needed. */
export const $pins = atom<PinTable | null>(null);

/** Whether the shopper has edited a place on this page. */
export const $isPlaceEdited = atom(false);

/** The table for hints: one that came by itself, for a draft, would move the form. */
export const $hintPins = computed([$pins, $isPlaceEdited], (table, isEdited) => (isEdited ? table : null));

let loading: Promise<void> | null = null;

/**
 * Loads the table once the shopper types a PIN code or changes its city or state, so that other shoppers do not
 * download it. Without the table the city still fills in the state.
 * @returns whether the table was missing and has come
 */
export async function loadPins(): Promise<boolean> {
  if ($pins.get()) return false;
  loading ??= import('../../content/pins.json')
    .then((table) => $pins.set(table.default))
    .catch(() => undefined)
    .finally(() => {
      loading = null;
    });
  await loading;
  return $pins.get() !== null;
}

export function arePinsLoading(): boolean {
  return loading !== null;
}

/** The longest wait for the table at a submit, in ms, because the order matters more than the question. */
const LONGEST_WAIT_MS = 1_500;

/** Waits for the table, so that a quick submit is asked about its PIN code too. */
export async function pinsLoadOrTimeOut(): Promise<void> {
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
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
