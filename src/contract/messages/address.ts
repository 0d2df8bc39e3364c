import type { DeliveryField, DeliveryProblem } from '../../domain/address.ts';
import type { PhoneProblem } from '../../domain/phone.ts';
import type { PinProblem } from '../../domain/pin.ts';
import { shop } from '../../domain/config.ts';
import { isLimited, lengthLimits, type LimitedField } from '../../domain/text-limits.ts';

export const addressMessages = {
  none: 'No addresses found',
  fetchFailed: 'Failed to fetch addresses',
  saveFailed: 'Failed to save address',
  deleteFailed: 'Failed to delete address',
  updated: 'Address updated!',
  added: 'Address added!',
  deleted: 'Address deleted!',
  deleteQuestion: 'Delete this address?',
  /** The name of an address without a label. */
  label: 'Address',
  /** At checkout. */
  stateFilledIn: 'Filled in from your PIN code or city',
  stateByChoice: 'Choose the state for this place',
  deliverTo: 'Deliver to',
  another: 'Another address',
  anotherHint: 'Enter it below',
  /** Shown if no address is saved yet. */
  first: 'No saved addresses yet. Tick “Save this address” below to use it again next time.',
  loadFailed: 'Your saved addresses could not be loaded. Please enter your address below.',
  isDefault: 'Default',
  makeDefault: 'Make this my default address',
  saveThis: 'Save this address',
  loading: 'Loading your saved addresses',
  unknown: 'This address was not found.',
  tooMany: (most: number) => `You can save up to ${most} addresses. Please delete one first.`,
} as const;

const tooLong = (what: string, field: LimitedField) =>
  `${what} can have at most ${lengthLimits[field]} characters. Please shorten it.`;

/** Beside a field with a text that is too long. */
export const tooLongMessages = {
  name: tooLong('Your name', 'name'),
  firstName: tooLong('Your first name', 'firstName'),
  lastName: tooLong('Your last name', 'lastName'),
  email: tooLong('Your email address', 'email'),
  label: tooLong('The label', 'label'),
  street: tooLong('House number and street', 'street'),
  city: tooLong('The name of your city', 'city'),
  state: tooLong('The name of your state', 'state'),
} as const satisfies Record<LimitedField, string>;

export const fieldMessages = {
  name: 'Enter your name',
  email: 'Enter an email address, such as name@example.com',
  password: 'Enter your password',
  firstName: 'Enter your first name',
  lastName: 'Enter your last name',
  street: 'Enter your house number and street',
  city: 'Enter your city, town or village',
  state: 'Choose your state',
  zipcode: 'Enter the 6 digits of your PIN code',
  unknownPin: 'This PIN code does not exist in India. Please check it.',
  country: `We deliver within ${shop.country} only`,
  phone: 'Enter a 10-digit phone number',
  foreignPhone: 'Enter an Indian mobile number: the courier cannot call numbers outside India',
  notMobile: 'Enter an Indian mobile number: it has 10 digits and begins with 6, 7, 8 or 9',
  /** Asked once; the shopper knows the place better than a table. */
  pinElsewhere: (pin: string, there: string, here: string) =>
    `PIN code ${pin} is in ${there}, not in ${here}. Please check. If the address is correct, continue.`,
  /** Under the PIN code, so that a wrong digit is noticed. */
  pinDistrict: (district: string, state: string) => `${district} district, ${state}`,
  /** Shown under a field that is nearly full. */
  roomLeft: (characters: number) =>
    characters === 1 ? '1 character left' : `${characters === 0 ? 'No' : characters} characters left`,
} as const;

/** The sentence for a problem in the delivery form. */
export function deliverySentence(field: DeliveryField, problem: DeliveryProblem): string {
  if (problem === 'foreign' || problem === 'not-mobile') return phoneSentence(problem);
  if (problem === 'unknown-pin') return pinSentence(problem);
  return problem === 'too-long' && isLimited(field) ? tooLongMessages[field] : fieldMessages[field];
}

export function pinSentence(problem: PinProblem): string {
  return problem === 'unknown-pin' ? fieldMessages.unknownPin : fieldMessages.zipcode;
}

export function phoneSentence(problem: PhoneProblem): string {
  if (problem === 'foreign') return fieldMessages.foreignPhone;
  return problem === 'not-mobile' ? fieldMessages.notMobile : fieldMessages.phone;
}
