import { atom, computed } from 'nanostores';
import { deliverySentence } from '../../contract/messages/field.ts';
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

/** The part of the form that a saved address has too. */
export const placeFields = ['street', 'zipcode', 'city', 'state', 'phone'] as const;
export type DeliveryPlace = Pick<DeliveryAddress, (typeof placeFields)[number]>;

/** The delivery form of checkout as it stands on the screen. */
export const $delivery = atom<DeliveryAddress>(emptyDeliveryAddress);

export type DeliveryErrors = Partial<Record<DeliveryField, string>>;

/** The sentence beside each wrong field. */
export const $deliveryErrors = atom<DeliveryErrors>({});

export const $citySuggestions = computed($delivery, ({ city }): readonly City[] => suggestionsFor(city));

export const $stateSource = computed($delivery, ({ city }): StateSource => stateSourceOf(city));

/** What stands under the PIN code while it contradicts the state or the city. */
export const $pinQuestion = computed([$pins, $delivery], pinQuestion);

/**
 * Opens the form: what this tab remembers, the session's e-mail where there is none, and on top what was typed before
 * the code arrived.
 */
export function openDelivery(typed: Partial<DeliveryAddress>): void {
  $delivery.set(deliveryDraft());
  for (const field of deliveryFields) {
    const text = typed[field];
    if (text && text !== $delivery.get()[field]) editDelivery(field, text);
  }
}

/** Takes what was typed or pasted into a field, as that field keeps it; a PIN code or a known city brings its state along. */
export function editDelivery(field: DeliveryField, text: string): void {
  const before = $delivery.get();
  const after = placeAfter(before, field, text);
  if (field === 'country') return;
  take(before, after);
  clearErrors(field);
  if (field === 'zipcode' && after.zipcode !== '') void fillFromPin();
}

/** Fills in what the PIN code says when its table comes after the digits. */
async function fillFromPin(): Promise<void> {
  if (!(await loadPins())) return;
  const before = $delivery.get();
  take(before, placeAfter(before, 'zipcode', before.zipcode));
}

/** Keeps the form; what has changed in it is wrong no longer, nor is a PIN code that was asked about. */
function take(before: DeliveryAddress, after: DeliveryAddress): void {
  keep(after);
  const changed = (['city', 'state'] as const).filter((field) => after[field] !== before[field]);
  clearErrors(
    ...changed,
    ...(changed.length > 0 && isCompletePin(after.zipcode) ? (['zipcode'] as const) : []),
  );
}

/** Fills in an address as a whole; name and e-mail stay as they are. */
export function fillDelivery(address: DeliveryPlace): void {
  keep({ ...$delivery.get(), ...address });
  clearErrors(...placeFields);
}

function keep(address: DeliveryAddress): void {
  $delivery.set(address);
  keepDeliveryDraft(address);
}

/** A field that is left tells what is wrong with it; one that was only passed through does not. */
export function leaveDelivery(field: DeliveryField): void {
  if (field === 'city') nameCity();
  const address = $delivery.get();
  if (address[field] === '') return;
  const problem = deliveryProblems(address)[field];
  if (problem) setErrors({ ...$deliveryErrors.get(), [field]: deliverySentence(field, problem) });
}

/** Writes a known city as it is known. */
function nameCity(): void {
  const { city } = $delivery.get();
  if (recognisedCity(city) !== city) editDelivery('city', recognisedCity(city));
}

/** Marks every wrong field, and asks once about a PIN code of another place. @returns the address to send, or null where a field is wrong. */
export function finishDelivery(): DeliveryAddress | null {
  nameCity();
  const address = $delivery.get();
  const problems = deliveryProblems(address);
  const wrong = deliveryFields.flatMap((field) => {
    const problem = problems[field];
    return problem ? [[field, deliverySentence(field, problem)] as const] : [];
  });
  // Without a city there is no state to choose yet: one sentence is enough.
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

/** Marks the fields that the server refused; it names them like `address.zipcode`. */
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
