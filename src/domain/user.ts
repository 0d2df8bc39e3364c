/** The choices of the profile (specification §2); '' is none. */
export const genders = ['', 'male', 'female', 'other', 'prefer-not-to-say'] as const;
export type Gender = (typeof genders)[number];

/** What a shopper says of themselves (specification §3, User profile). Everything but name and e-mail may be ''. */
export interface Profile {
  name: string;
  /** As `normaliseEmail` gives it. */
  email: string;
  /** As `phoneFromInput` gives it. */
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

/** The two names of the delivery form for the one of an account: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

/** What a shopper accepted: the days of the two texts, such as '2026-11-20', and when, in ms since 1970. */
export interface Consent {
  terms: string;
  privacy: string;
  at: number;
}

/**
 * The consents after these texts were accepted at this time.
 * @returns the same list where its newest is of these texts already: the first acceptance of a text is the one that counts
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

/** A day that has been, as a birthday can be: YYYY-MM-DD of the last 120 years. @param today YYYY-MM-DD */
export function isBirthday(text: string, today: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && text <= today && year >= Number(today.slice(0, 4)) - 120;
}

export const passwordLength = { min: 8, max: 128 } as const;

/** E-mail addresses are compared without case and outer space: one mailbox, one account. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Without controls and marks that nobody sees: two such addresses would look like one. */
const EMAIL = /^[^\s\p{C}@<>"(),:;\\[\]]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/u;

/** The shape that browsers ask of `type="email"`, with a dot in the domain because letters have to arrive. */
export function isEmail(text: string): boolean {
  const value = text.trim();
  return value.length <= 254 && EMAIL.test(value);
}

export function isAcceptablePassword(password: string): boolean {
  return password.length >= passwordLength.min && password.length <= passwordLength.max;
}
