/** What a text that somebody typed can do beside being read. */

/** How many characters the shop takes, for the browser's fields and the server's schemas. */
export const lengthLimits = {
  name: 100,
  firstName: 60,
  lastName: 60,
  email: 254,
  label: 40,
  street: 200,
  city: 80,
  state: 60,
} as const;
export type LimitedField = keyof typeof lengthLimits;

export function isLimited(field: string): field is LimitedField {
  return Object.hasOwn(lengthLimits, field);
}

/** Whether an outer space aside the text is longer than the field takes. */
export function isTooLong(field: string, text: string): boolean {
  return isLimited(field) && text.trim().length > lengthLimits[field];
}

/** @returns how many characters still fit, or null while there is plenty of room */
export function roomLeft(text: string, most: number): number | null {
  const left = Math.max(0, most - text.length);
  return left <= Math.max(10, most / 10) ? left : null;
}

/**
 * Controls of terminals and headers, line ends, halves of characters, and marks that hide text or turn its direction. The
 * two joiners stay: Indian scripts spell with them.
 */
const CONTROLS = /(?:[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200C\u200D])\p{Cf})+/gu;

/** The text with a space for each run of such characters. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, ' ');
}

/** One line for a header or a table. */
export function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}

/** `https://…`, `www.…`, `evil.example`, `win@evil.example`, `192.0.2.1`. */
const WEB_ADDRESS =
  /:\/\/|\bwww\.|[\p{L}\p{N}-]{2}\.(?:\p{L}{2}|xn--)|[\p{L}\p{N}]\.(?:\p{L}{2,}\/|(?:com?|in|io|ly|me|net|org|xyz)\b)|\d\.\d+\.\d+\.\d/iu;

/**
 * Whether mail programs could make a link of a part of the text. It says so of some names too, such as `St.John`, so
 * that it is a reason to leave a text out, not to refuse it; `M.G.Road` is none.
 */
export function carriesWebAddress(text: string): boolean {
  // Full-width letters and dots count as the plain ones, and marks that nobody sees split nothing.
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('。', '.');
  return WEB_ADDRESS.test(plain);
}
