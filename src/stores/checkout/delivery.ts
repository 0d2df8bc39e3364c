import { atom, computed } from 'nanostores';
import { deliverySentence } from '../../contract/messages/address.ts';
import {
  type City,
  type DeliveryAddress,
  type DeliveryField,
  deliveryProblems,
  emptyDeliveryAddress,
} from '../../domain/address.ts';
import { normaliseEmail } from '../../domain/user.ts';
import { $hintPins, $pins, askOnce, loadPins, pinHint, pinQuestion } from '../address/pins.ts';
import {
  filledFields,
  nameCity,
  placeAfter,
  type StateSource,
  stateSourceOf,
  suggestionsFor,
  whenPinsLoad,
} from '../address/address-fields.ts';
import { markedIn, withoutProblems } from '../page/form-marks.ts';
import { deliveryDraft, deliveryFields, keepDeliveryDraft } from './delivery-draft.ts';

/** The fields that a saved address has too. */
export const placeFields = ['street', 'zipcode', 'city', 'state', 'phone'] as const;
export type DeliveryPlace = Pick<DeliveryAddress, (typeof placeFields)[number]>;

export const $delivery = atom<DeliveryAddress>(emptyDeliveryAddress);

export type DeliveryErrors = Partial<Record<DeliveryField, string>>;

export const $deliveryErrors = atom<DeliveryErrors>({});

export const $citySuggestions = computed($delivery, ({ city }): readonly City[] => suggestionsFor(city));

export const $stateSource = computed($delivery, ({ city }): StateSource => stateSourceOf(city));

/** The question under the PIN code while it contradicts the state or the city. */
export const $pinQuestion = computed([$pins, $delivery], pinQuestion);

/** The question, or the district, once the shopper has edited the place. */
export const $pinHint = computed([$hintPins, $delivery], pinHint);

/**
 * Opens the form: this tab's draft, the session's email if the draft has none, then the text that was typed before the
 * code loaded.
 */
export function openDelivery(typed: Partial<DeliveryAddress>): void {
  $delivery.set(deliveryDraft());
  for (const field of deliveryFields) {
    const text = typed[field];
    if (text && text !== $delivery.get()[field]) editDelivery(field, text);
  }
  // A draft may hold a city that was changed before the reload.
  if ($delivery.get().zipcode !== '') void loadPins();
}

/** Stores typed or pasted text, normalised for its field; a PIN code or a known city fills in its state. */
export function editDelivery(field: DeliveryField, text: string): void {
  const before = $delivery.get();
  const after = placeAfter(before, field, text);
  if (field === 'country') return;
  take(before, after);
  clearErrors(field);
  void whenPinsLoad(field, () => $delivery.get(), take);
}

/** Stores the form and removes the errors of fields that were filled in. */
function take(before: DeliveryAddress, after: DeliveryAddress): void {
  keep(after);
  clearErrors(...filledFields(before, after));
}

/** Fills in a whole address; name and email stay. */
export function fillDelivery(address: DeliveryPlace): void {
  keep({ ...$delivery.get(), ...address });
  clearErrors(...placeFields);
}

function keep(address: DeliveryAddress): void {
  $delivery.set(address);
  keepDeliveryDraft(address);
}

/** Validates a field when the shopper leaves it; an untouched field shows no error. */
export function blurDeliveryField(field: DeliveryField): void {
  if (field === 'city') nameCity($delivery.get(), editDelivery);
  const address = $delivery.get();
  if (address[field] === '') return;
  const problem = deliveryProblems(address)[field];
  if (problem) $deliveryErrors.set({ ...$deliveryErrors.get(), [field]: deliverySentence(field, problem) });
}

/**
 * Marks every invalid field, and asks once about a PIN code of another place.
 * @returns the address to send, or null if a field is invalid
 */
export function finishDelivery(): DeliveryAddress | null {
  nameCity($delivery.get(), editDelivery);
  const address = $delivery.get();
  const problems = deliveryProblems(address);
  const wrong = deliveryFields.flatMap((field) => {
    const problem = problems[field];
    return problem ? [[field, deliverySentence(field, problem)] as const] : [];
  });
  // Without a city there is no state to choose, so only the city is marked.
  const shown = wrong.filter(([field]) => field !== 'state' || !problems.city);
  $deliveryErrors.set(Object.fromEntries(shown));
  if (wrong.length > 0) return null;
  const question = askOnce($pinQuestion.get());
  if (question !== null) {
    $deliveryErrors.set({ zipcode: question });
    return null;
  }
  const trimmed = { ...address };
  for (const field of deliveryFields) trimmed[field] = address[field].trim();
  return { ...trimmed, email: normaliseEmail(trimmed.email) };
}

/** Marks the fields that the server refused; their names look like `address.zipcode`. */
export function markRefused(fields: Record<string, string>): void {
  const named = Object.entries(fields).map(([name, sentence]) => [name.replace(/^address\./, ''), sentence]);
  $deliveryErrors.set(markedIn(deliveryFields, Object.fromEntries(named)));
}

function clearErrors(...fields: readonly DeliveryField[]): void {
  $deliveryErrors.set(withoutProblems($deliveryErrors.get(), ...fields));
}
