import { atom, computed } from 'nanostores';
import {
  fieldMessages,
  phoneSentence,
  pinSentence,
  tooLongMessages,
} from '../../contract/messages/address.ts';
import type { WireAddress } from '../../contract/calls/address.ts';
import type { AddressFields } from '../../domain/address.ts';
import { pinProblem } from '../../domain/pin.ts';
import { phoneProblem } from '../../domain/phone.ts';
import { shop } from '../../domain/config.ts';
import { isTooLong } from '../../domain/text-limits.ts';
import { saveAddress } from './addresses.ts';
import { draftOf, forgetDraft, keepDraft } from '../page/form-draft.ts';
import {
  type FormMarks,
  hasProblems,
  marked,
  markedIn,
  unmarked,
  withoutProblems,
} from '../page/form-marks.ts';
import { $pins, arePinsLoading, askOnce, loadPins, pinQuestion, pinsLoadOrTimeOut } from './pins.ts';
import { filledFields, nameCity, placeAfter, whenPinsLoad } from './address-fields.ts';
import { $userEmail } from '../session/session.ts';

/** The fields with text or a choice. */
export type AddressField = Exclude<keyof AddressFields, 'isDefault'>;

/** The form is closed, or open for 'new' or for the id of the address. */
export interface AddressForm extends FormMarks<AddressField> {
  open: string;
  isSaving: boolean;
  values: AddressFields;
}

const blank: AddressFields = {
  label: '',
  address: '',
  zipcode: '',
  city: '',
  state: '',
  country: shop.country,
  phone: '',
  isDefault: false,
};
const fields = (Object.keys(blank) as (keyof AddressFields)[]).filter(
  (field): field is AddressField => field !== 'isDefault',
);

export const CLOSED = 'closed';
export const NEW = 'new';
const DRAFT_KEY = 'taana-address';

const closed: AddressForm = { open: CLOSED, isSaving: false, values: blank, ...unmarked };
const $kept = atom<AddressForm & { owner: string | undefined }>({ ...closed, owner: undefined });

/** The form of the Addresses tab; closed for every shopper except the one who opened it. */
export const $addressForm = computed([$kept, $userEmail], (kept, email): AddressForm =>
  kept.owner === email ? kept : closed,
);

/** Restores this tab's draft after a reload. */
export function restoreAddressForm(): void {
  if ($addressForm.get().open !== CLOSED) return;
  const owner = $userEmail.get();
  const draft = draftOf(DRAFT_KEY, owner, { ...blank, open: NEW });
  if (!draft) return;
  const { open, ...values } = draft;
  $kept.set({ ...closed, open, values: { ...values, country: shop.country }, owner });
  if (values.zipcode !== '') void loadPins();
}

/** Add Address, or Edit of one; discards the earlier draft. */
export function openAddressForm(address: WireAddress | null): void {
  forgetDraft(DRAFT_KEY);
  const owner = $userEmail.get();
  const { _id: open, ...values } = address ?? { ...blank, _id: NEW };
  $kept.set({ ...closed, open, values: { ...values, country: shop.country }, owner });
}

export function closeAddressForm(): void {
  $kept.set({ ...closed, owner: $userEmail.get() });
  forgetDraft(DRAFT_KEY);
}

/** Stores typed or pasted text, normalised for its field; a PIN code or a known city fills in its state. */
export function typeAddress(field: Exclude<AddressField, 'country'>, text: string): void {
  const form = $addressForm.get();
  const values = placeAfter(form.values, field, text);
  take(form, values, field);
  const openForm = () => {
    const now = $addressForm.get();
    return now.open === form.open ? now.values : blank;
  };
  void whenPinsLoad(field, openForm, (_before, filled) => take($addressForm.get(), filled));
}

/** Stores the values and removes the problems of the typed field and of fields that were filled in. */
function take(form: AddressForm, values: AddressFields, ...typed: AddressField[]): void {
  const ended = [...typed, ...filledFields(form.values, values)];
  keep(form, { values, problems: withoutProblems(form.problems, ...ended) });
}

export function chooseDefault(isDefault: boolean): void {
  const form = $addressForm.get();
  keep(form, { values: { ...form.values, isDefault } });
}

/** Validates a field when the shopper leaves it; an untouched field shows no error. */
export function blurAddressField(field: AddressField): void {
  if (field === 'city') nameCity($addressForm.get().values, typeAddress);
  const form = $addressForm.get();
  const problem = form.values[field] === '' ? undefined : problemsOf(form.values)[field];
  if (problem) set({ ...form, problems: { ...form.problems, [field]: problem } });
}

/**
 * Saves the form and closes it after the list has reloaded. After a refusal or a network failure the form stays open
 * with its values.
 * @returns whether it was saved
 */
export async function submitAddress(): Promise<boolean> {
  nameCity($addressForm.get().values, typeAddress);
  let form = $addressForm.get();
  if (form.open === CLOSED || form.isSaving) return false;
  if (arePinsLoading() && !hasProblems(problemsOf(form.values))) {
    const { open } = form;
    set({ ...form, isSaving: true, problems: {}, message: null });
    await pinsLoadOrTimeOut();
    const now = $addressForm.get();
    if (now.open !== open || !now.isSaving) return false;
    form = { ...now, isSaving: false };
  }
  const { open, values } = form;
  const problems = problemsOf(values);
  const question = hasProblems(problems) ? null : askOnce(pinQuestion($pins.get(), values));
  if (question !== null) problems.zipcode = question;
  if (hasProblems(problems)) {
    set(marked(form, problems));
    return false;
  }

  set({ ...form, isSaving: true, problems: {}, message: null });
  const outcome = await saveAddress(trimmed(values), open === NEW ? null : open);
  const current = $addressForm.get();
  // The shopper has closed the form or opened another one: show the result, but do not change the form.
  if (current.open !== open || !current.isSaving) return outcome.success;
  if (outcome.success) {
    closeAddressForm();
    return true;
  }
  set(marked({ ...current, isSaving: false }, markedIn(fields, outcome.fields), outcome.message));
  return false;
}

function set(form: AddressForm): void {
  $kept.set({ ...form, owner: $userEmail.get() });
}

function keep(form: AddressForm, change: Partial<AddressForm>): void {
  if (form.open === CLOSED || form.isSaving) return;
  const next = { ...form, ...change };
  set(next);
  const owner = $userEmail.get();
  if (owner !== undefined) keepDraft(DRAFT_KEY, owner, { ...next.values, open: next.open });
}

/** The state is required once there is a city: a known city fills it in, else the shopper chooses it. */
function problemsOf(values: AddressFields): AddressForm['problems'] {
  const problems: AddressForm['problems'] = {};
  if (isTooLong('label', values.label)) problems.label = tooLongMessages.label;
  if (values.address.trim() === '') problems.address = fieldMessages.street;
  else if (isTooLong('street', values.address)) problems.address = tooLongMessages.street;
  const pin = pinProblem(values.zipcode);
  if (pin) problems.zipcode = pinSentence(pin);
  if (values.city.trim() === '') problems.city = fieldMessages.city;
  else if (isTooLong('city', values.city)) problems.city = tooLongMessages.city;
  else if (values.state === '') problems.state = fieldMessages.state;
  const phone = phoneProblem(values.phone);
  if (phone) problems.phone = phoneSentence(phone);
  return problems;
}

function trimmed(values: AddressFields): AddressFields {
  const texts = Object.fromEntries(fields.map((field) => [field, values[field].trim()]));
  return { ...values, ...texts };
}
