import { atom, computed } from 'nanostores';
import { deliverySentence } from '../../contract/messages/address.ts';
import {
  type City,
  type DeliveryAddress,
  type DeliveryField,
  deliveryProblems,
  emptyDeliveryAddress,
} from '../../domain/address.ts';
import { isCompletePin } from '../../domain/pin.ts';
import { normaliseEmail } from '../../domain/user.ts';
import { $pins, askOnce, loadPins, pinQuestion } from '../address/pins.ts';
import {
  placeAfter,
  recognisedCity,
  type StateSource,
  stateSourceOf,
  suggestionsFor,
} from '../address/address-fields.ts';
import { deliveryDraft, deliveryFields, keepDeliveryDraft } from './delivery-draft.ts';

/** The fields that a saved address has too. */
export const placeFields = ['street', 'zipcode', 'city', 'state', 'phone'] as const;
export type DeliveryPlace = Pick<DeliveryAddress, (typeof placeFields)[number]>;

/** The delivery form of checkout. */
export const $delivery = atom<DeliveryAddress>(emptyDeliveryAddress);

export type DeliveryErrors = Partial<Record<DeliveryField, string>>;

/** The message beside each invalid field. */
export const $deliveryErrors = atom<DeliveryErrors>({});

export const $citySuggestions = computed($delivery, ({ city }): readonly City[] => suggestionsFor(city));

export const $stateSource = computed($delivery, ({ city }): StateSource => stateSourceOf(city));

/** The question under the PIN code while it contradicts the state or the city. */
export const $pinQuestion = computed([$pins, $delivery], pinQuestion);

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
}

/** Stores typed or pasted text, normalised for its field; a PIN code or a known city fills in its state. */
export function editDelivery(field: DeliveryField, text: string): void {
  const before = $delivery.get();
  const after = placeAfter(before, field, text);
  if (field === 'country') return;
  take(before, after);
  clearErrors(field);
  if (field === 'zipcode' && after.zipcode !== '') void fillFromPin();
}

/** Fills in the place of the PIN code if the table loads after the digits were typed. */
async function fillFromPin(): Promise<void> {
  if (!(await loadPins())) return;
  const before = $delivery.get();
  take(before, placeAfter(before, 'zipcode', before.zipcode));
}

/** Stores the form and removes the errors of changed fields, and the question about a changed PIN code. */
function take(before: DeliveryAddress, after: DeliveryAddress): void {
  keep(after);
  const changed = (['city', 'state'] as const).filter((field) => after[field] !== before[field]);
  clearErrors(
    ...changed,
    ...(changed.length > 0 && isCompletePin(after.zipcode) ? (['zipcode'] as const) : []),
  );
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
export function leaveDelivery(field: DeliveryField): void {
  if (field === 'city') nameCity();
  const address = $delivery.get();
  if (address[field] === '') return;
  const problem = deliveryProblems(address)[field];
  if (problem) setErrors({ ...$deliveryErrors.get(), [field]: deliverySentence(field, problem) });
}

/** Replaces a known city with its standard name. */
function nameCity(): void {
  const { city } = $delivery.get();
  if (recognisedCity(city) !== city) editDelivery('city', recognisedCity(city));
}

/**
 * Marks every invalid field, and asks once about a PIN code of another place.
 * @returns the address to send, or null if a field is invalid
 */
export function finishDelivery(): DeliveryAddress | null {
  nameCity();
  const address = $delivery.get();
  const problems = deliveryProblems(address);
  const wrong = deliveryFields.flatMap((field) => {
    const problem = problems[field];
    return problem ? [[field, deliverySentence(field, problem)] as const] : [];
  });
  // Without a city there is no state to choose, so only the city is marked.
  const told = wrong.filter(([field]) => field !== 'state' || !problems.city);
  setErrors(Object.fromEntries(told));
  if (wrong.length > 0) return null;
  const question = askOnce($pinQuestion.get());
  if (question !== null) {
    setErrors({ zipcode: question });
    return null;
  }
  const trimmed = { ...address };
  for (const field of deliveryFields) trimmed[field] = address[field].trim();
  return { ...trimmed, email: normaliseEmail(trimmed.email) };
}

/** Marks the fields that the server refused; their names look like `address.zipcode`. */
export function markRefused(fields: Record<string, string>): void {
  const refused = deliveryFields.flatMap((field) => {
    const sentence = fields[`address.${field}`] ?? fields[field];
    return sentence === undefined ? [] : [[field, sentence] as const];
  });
  setErrors(Object.fromEntries(refused));
}

function setErrors(errors: DeliveryErrors): void {
  $deliveryErrors.set(errors);
}

function clearErrors(...fields: readonly DeliveryField[]): void {
  const errors = { ...$deliveryErrors.get() };
  for (const field of fields) delete errors[field];
  $deliveryErrors.set(errors);
}
