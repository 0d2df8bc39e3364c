import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits as both providers put them into ids and keys. */
export function chance(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
