/** India Post's PIN codes: the state of each prefix, and its city if all its offices lie in one city. */
export interface PinTable {
  /** State or city name → its prefixes, separated by a space. A prefix that two states share is listed under both. */
  states: Prefixes;
  cities: Prefixes;
  /** State → its districts. A prefix is listed if all its offices lie in one district. */
  districts: Readonly<Record<string, Prefixes>>;
}

type Prefixes = Readonly<Record<string, string>>;

export interface PinPlace {
  /** The possible states; none if the table has no entry, such as for the army's post offices. */
  states: readonly string[];
  city: string | null;
}

const PIN_DIGITS = 6;

/**
 * Six digits whose first two India Post has assigned to a circle; 90 to 98 belong to the army. Other numbers name no
 * place, so they are refused. A PIN code that does not fit the state only leads to a question.
 */
export const pinPattern =
  '(?:1[1-9]|2[0-8]|3[0-46-9]|4[0-9]|5[0-36-9]|6[0-47-9]|7[0-9]|8[0-5]|9[0-8])[0-9]{4}';
const PIN = new RegExp(`^${pinPattern}$`);

/** Normalises typed text: digits only, at most six. */
export function pinFromInput(text: string): string {
  return text.replace(/\D/g, '').slice(0, PIN_DIGITS);
}

export function isCompletePin(pin: string): boolean {
  return PIN.test(pin);
}

export type PinProblem = 'invalid' | 'unknown-pin';

/** Why no post office can have this PIN code: digits are missing, or no postal circle begins like this. */
export function pinProblem(pin: string): PinProblem | null {
  if (isCompletePin(pin)) return null;
  return pin.length === PIN_DIGITS && /^\d+$/.test(pin) ? 'unknown-pin' : 'invalid';
}

/** The place of a PIN code; the longest prefix in the table decides. */
export function pinPlace(table: PinTable, pin: string): PinPlace {
  return { states: namedBy(table.states, pin), city: namedBy(table.cities, pin)[0] ?? null };
}

/** The district of a PIN code, as a hint: it is no part of an address. Null unless the table is sure of it. */
export function pinDistrict(table: PinTable, pin: string): { district: string; state: string } | null {
  if (!isCompletePin(pin)) return null;
  for (const [state, districts] of Object.entries(table.districts)) {
    const [district] = namedBy(districts, pin);
    if (district !== undefined) return { district, state };
  }
  return null;
}

/** The states of the PIN code if the given state is not among them, else null. */
export function otherStates(
  table: PinTable,
  { zipcode, state }: { zipcode: string; state: string },
): readonly string[] | null {
  if (state === '' || !isCompletePin(zipcode)) return null;
  const { states } = pinPlace(table, zipcode);
  return states.length === 0 || states.includes(state) ? null : states;
}

/**
 * The city of the PIN code if it differs from the given one. Null unless the table is sure of both, because a suburb
 * can have the PIN code of its city.
 */
export function otherCity(
  table: PinTable,
  { zipcode, city }: { zipcode: string; city: string },
): string | null {
  if (!isCompletePin(zipcode) || !Object.hasOwn(table.cities, city)) return null;
  const there = pinPlace(table, zipcode).city;
  return there === city ? null : there;
}

function namedBy(names: Prefixes, pin: string): string[] {
  for (let digits = PIN_DIGITS; digits > 1; digits -= 1) {
    const prefix = pin.slice(0, digits);
    const found = Object.keys(names).filter((name) => names[name]?.split(' ').includes(prefix));
    if (found.length > 0) return found;
  }
  return [];
}
