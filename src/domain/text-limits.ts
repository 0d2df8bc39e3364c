/** Limits and cleaning of text that somebody typed. */

/** The most characters per field, for the browser's fields and the server's schemas. */
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

/** Whether the text without outer space is longer than the field allows. */
export function isTooLong(field: string, text: string): boolean {
  return isLimited(field) && text.trim().length > lengthLimits[field];
}

/** @returns how many characters still fit, or null if there is plenty of room */
export function roomLeft(text: string, most: number): number | null {
  const left = Math.max(0, most - text.length);
  return left <= Math.max(10, most / 10) ? left : null;
}

/**
 * Control characters, line ends, lone surrogates, and invisible characters that hide text or change its direction. The
 * two joiners are allowed: Indian scripts use them.
 */
const CONTROLS = /(?:[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200C\u200D])\p{Cf})+/gu;

/** Replaces each run of such characters with a space. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, ' ');
}

/** The same line by line: keeps line breaks. */
export function withoutControlsPerLine(text: string): string {
  return text.split('\n').map(withoutControls).join('\n');
}

/** One line for a header or a table. */
export function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}

/** `https://…`, `www.…`, `evil.example`, `win@evil.example`, `192.0.2.1`. */
const WEB_ADDRESS =
  /:\/\/|\bwww\.|[\p{L}\p{N}-]{2}\.(?:\p{L}{2}|xn--)|[\p{L}\p{N}]\.(?:\p{L}{2,}\/|(?:com?|in|io|ly|me|net|org|xyz)\b)|\d\.\d+\.\d+\.\d/iu;

/**
 * Whether email programs could turn a part of the text into a link. True for some names too, such as `St.John`, so
 * callers leave the text out and do not refuse it; false for `M.G.Road`.
 */
export function carriesWebAddress(text: string): boolean {
  // Full-width letters and dots count as plain ones, and invisible characters separate nothing.
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('。', '.');
  return WEB_ADDRESS.test(plain);
}
