import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits, as in both providers' ids and keys. */
export function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Like Google's id of an account: 21 random digits. */
export function randomAccountId(): string {
  return `1${Array.from({ length: 20 }, () => randomInt(10)).join('')}`;
}
