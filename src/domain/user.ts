/** The choices of the profile; '' is none. */
export const genders = ['', 'male', 'female', 'other', 'prefer-not-to-say'] as const;
export type Gender = (typeof genders)[number];

/** What shoppers say about themselves. Every field except name and email may be ''. */
export interface Profile {
  name: string;
  /** In the form that `normaliseEmail` returns. */
  email: string;
  /** In the form that `phoneFromInput` returns. */
  phone: string;
  address: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
  /** YYYY-MM-DD. */
  dateOfBirth: string;
  gender: Gender;
}

/** Splits an account's name for the delivery form: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

/** What a shopper accepted: the dates of the two texts, such as '2026-11-20', and when, in ms since 1970. */
export interface Consent {
  terms: string;
  privacy: string;
  at: number;
}

/**
 * The consents after these texts were accepted at this time.
 * @returns the same list if the newest consent is already for these texts: the first acceptance of a text counts
 */
export function acceptedNow(
  consents: readonly Consent[],
  { terms, privacy }: Pick<Consent, 'terms' | 'privacy'>,
  at: number,
): readonly Consent[] {
  const newest = consents.at(-1);
  if (newest?.terms === terms && newest.privacy === privacy) return consents;
  return [...consents, { terms, privacy, at }];
}

/**
 * Whether the text is a valid birthday: a past date (YYYY-MM-DD) in the last 120 years.
 * @param today YYYY-MM-DD
 */
export function isBirthday(text: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  // A day that does not exist becomes another one, or null.
  const isReal = String(new Date(text).toJSON()).startsWith(text);
  return isReal && text <= today && Number(text.slice(0, 4)) >= Number(today.slice(0, 4)) - 120;
}

export const passwordLength = { min: 8, max: 128 } as const;

/** Emails are compared without case and outer space: one mailbox is one account. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** No control or invisible characters: two different addresses would look the same. */
const EMAIL = /^[^\s\p{C}@<>"(),:;\\[\]]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/u;

/** The shape that browsers require for `type="email"`, and a dot in the domain, because emails have to arrive. */
export function isEmail(text: string): boolean {
  const value = text.trim();
  return value.length <= 254 && EMAIL.test(value);
}

export function isAcceptablePassword(password: string): boolean {
  return password.length >= passwordLength.min && password.length <= passwordLength.max;
}
