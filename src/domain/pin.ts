/** India Post's PIN codes: which state a prefix belongs to, and which city where all its offices lie in one. */
export interface PinTable {
  /** By the name of the state or city, its prefixes with a space between. A prefix that two states share is with both. */
  states: Readonly<Record<string, string>>;
  cities: Readonly<Record<string, string>>;
}

export interface PinPlace {
  /** The states that it can lie in; none where the table knows nothing, as of the army's post offices. */
  states: readonly string[];
  city: string | null;
}

const PIN_DIGITS = 6;

/**
 * Six digits whose first two India Post has assigned to a circle; 90 to 98 belong to the army. Others name no place at
 * all, so this is refused; whether the PIN code fits the state is only asked.
 */
export const pinPattern =
  '(?:1[1-9]|2[0-8]|3[0-46-9]|4[0-9]|5[0-36-9]|6[0-47-9]|7[0-9]|8[0-5]|9[0-8])[0-9]{4}';
const PIN = new RegExp(`^${pinPattern}$`);

/** What the PIN field keeps of what was typed: digits, at most six (specification §5). */
export function pinFromInput(text: string): string {
  return text.replace(/\D/g, '').slice(0, PIN_DIGITS);
}

export function isCompletePin(pin: string): boolean {
  return PIN.test(pin);
}

/** Where a PIN code lies: the longest prefix that the table has decides. */
export function pinPlace(table: PinTable, pin: string): PinPlace {
  return { states: namedBy(table.states, pin), city: namedBy(table.cities, pin)[0] ?? null };
}

/** The states of the PIN code when none of them is the given one; null while nothing contradicts. */
export function otherStates(
  table: PinTable,
  { zipcode, state }: { zipcode: string; state: string },
): readonly string[] | null {
  if (state === '' || !isCompletePin(zipcode)) return null;
  const { states } = pinPlace(table, zipcode);
  return states.length === 0 || states.includes(state) ? null : states;
}

/**
 * The city of the PIN code when it is another one than the given; null unless the table is sure of both, because a
 * suburb may have the PIN code of its city.
 */
export function otherCity(
  table: PinTable,
  { zipcode, city }: { zipcode: string; city: string },
): string | null {
  if (!isCompletePin(zipcode) || !Object.hasOwn(table.cities, city)) return null;
  const there = pinPlace(table, zipcode).city;
  return there === city ? null : there;
}

function namedBy(names: Readonly<Record<string, string>>, pin: string): string[] {
  for (let digits = PIN_DIGITS; digits > 1; digits -= 1) {
    const prefix = pin.slice(0, digits);
    const found = Object.keys(names).filter((name) => names[name]?.split(' ').includes(prefix));
    if (found.length > 0) return found;
  }
  return [];
}
