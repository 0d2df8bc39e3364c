import { atom, computed } from 'nanostores';
import { fieldMessages, phoneSentence, tooLongMessages } from '../../contract/messages/field.ts';
import type { WireAddress } from '../../contract/routes.ts';
import type { AddressFields } from '../../domain/address.ts';
import { isCompletePin } from '../../domain/pin.ts';
import { phoneProblem } from '../../domain/phone.ts';
import { shop } from '../../domain/config.ts';
import { isTooLong } from '../../domain/text-limits.ts';
import { markedIn } from '../account/account-call.ts';
import { saveAddress } from './addresses.ts';
import { draftOf, forgetDraft, keepDraft } from '../page/form-draft.ts';
import { $pins, askOnce, loadPins, pinQuestion } from './pins.ts';
import { placeAfter, recognisedCity } from './address-fields.ts';
import { $userEmail } from '../session/session.ts';

/** What is typed or chosen as a text. */
export type AddressField = Exclude<keyof AddressFields, 'isDefault'>;

/** Closed, then 'new' or the id of the address that is edited (specification §4, Address form). */
export interface AddressForm {
  open: string;
  isSaving: boolean;
  values: AddressFields;
  /** The sentence beside each wrong field. */
  problems: Partial<Record<AddressField, string>>;
  /** Why the last try to save failed. */
  message: string | null;
  /** Counts the tries that marked a field, so that each moves the focus to the first one. */
  markings: number;
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

const closed: AddressForm = {
  open: CLOSED,
  isSaving: false,
  values: blank,
  problems: {},
  message: null,
  markings: 0,
};
const $kept = atom<AddressForm & { owner: string | undefined }>({ ...closed, owner: undefined });

/** The form of the Addresses tab; closed for anybody but who opened it. */
export const $addressForm = computed([$kept, $userEmail], (kept, email): AddressForm =>
  kept.owner === email ? kept : closed,
);

/** Takes up what this tab remembers as typed before a reload. */
export function restoreAddressForm(): void {
  if ($addressForm.get().open !== CLOSED) return;
  const owner = $userEmail.get();
  const draft = draftOf(DRAFT_KEY, owner, { ...blank, open: NEW });
  if (!draft) return;
  const { open, ...values } = draft;
  $kept.set({ ...closed, open, values: { ...values, country: shop.country }, owner });
}

/** Add Address, or Edit of one; what was being typed into the form before is given up. */
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

/** Takes what was typed or pasted into a field, as that field keeps it; a PIN code or a known city brings its state along. */
export function typeAddress(field: Exclude<AddressField, 'country'>, text: string): void {
  const form = $addressForm.get();
  const values = placeAfter(form.values, field, text);
  const problems = { ...form.problems };
  delete problems[field];
  if (values.state !== form.values.state) delete problems.state;
  if (values.state !== form.values.state && isCompletePin(values.zipcode)) delete problems.zipcode;
  keep(form, { values, problems });
  if (field === 'zipcode' && values.zipcode !== '') void fillFromPin();
}

/** Fills in what the PIN code says when its table comes after the digits. */
async function fillFromPin(): Promise<void> {
  const { open } = $addressForm.get();
  if (!(await loadPins()) || $addressForm.get().open !== open) return;
  const form = $addressForm.get();
  keep(form, { values: placeAfter(form.values, 'zipcode', form.values.zipcode) });
}

export function chooseDefault(isDefault: boolean): void {
  const form = $addressForm.get();
  keep(form, { values: { ...form.values, isDefault } });
}

/** A field that is left tells what is wrong with it; one that was only passed through does not. */
export function leaveAddress(field: AddressField): void {
  if (field === 'city') nameCity();
  const form = $addressForm.get();
  const problem = form.values[field] === '' ? undefined : problemsOf(form.values)[field];
  if (problem) set({ ...form, problems: { ...form.problems, [field]: problem } });
}

/** Writes a known city as it is known. */
function nameCity(): void {
  const { city } = $addressForm.get().values;
  if (recognisedCity(city) !== city) typeAddress('city', recognisedCity(city));
}

/**
 * Saves the form and closes it; the list has reloaded by then. A refusal or a lost network leaves it open with
 * everything that was typed.
 * @returns whether it was saved
 */
export async function submitAddress(): Promise<boolean> {
  nameCity();
  const form = $addressForm.get();
  const { open, values } = form;
  if (open === CLOSED || form.isSaving) return false;
  const problems = problemsOf(values);
  const question = Object.keys(problems).length > 0 ? null : askOnce(pinQuestion($pins.get(), values));
  if (question !== null) problems.zipcode = question;
  if (Object.keys(problems).length > 0) {
    set({ ...form, problems, message: null, markings: form.markings + 1 });
    return false;
  }

  set({ ...form, isSaving: true, problems: {}, message: null });
  const outcome = await saveAddress(trimmed(values), open === NEW ? null : open);
  const current = $addressForm.get();
  // Given up meanwhile, or another one opened: the answer is told, and moves nothing.
  if (current.open !== open || !current.isSaving) return outcome.success;
  if (outcome.success) {
    closeAddressForm();
    return true;
  }
  const marked = markedIn(fields, outcome.fields);
  const markings = current.markings + (Object.keys(marked).length > 0 ? 1 : 0);
  set({ ...current, isSaving: false, problems: marked, message: outcome.message, markings });
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

/** The state is asked for once there is a city: the city brings it, or has it chosen. */
function problemsOf(values: AddressFields): AddressForm['problems'] {
  const problems: AddressForm['problems'] = {};
  if (isTooLong('label', values.label)) problems.label = tooLongMessages.label;
  if (values.address.trim() === '') problems.address = fieldMessages.street;
  else if (isTooLong('street', values.address)) problems.address = tooLongMessages.street;
  if (!isCompletePin(values.zipcode)) problems.zipcode = fieldMessages.zipcode;
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
