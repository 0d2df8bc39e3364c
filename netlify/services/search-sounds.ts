/**
 * A word's sound, so that several spellings of one word are equal: 'saawan', 'savan' and 'सावन', or 'hoodie' and
 * 'hudi'. People write Indian words in Latin letters as they hear them: long vowels once or twice, v or w, z or j, k or
 * c.
 */
export function phoneticKey(word: string): string {
  // The index has NFKD, which splits the vowel sign o of Tamil, Bengali and Malayalam into two signs.
  const latin = Array.from(word.normalize('NFC'), latinOf).join('');
  return rules.reduce((sound, [pattern, by]) => sound.replace(pattern, by), latin);
}

/** Between consonants only an i sound and a u sound count; a short a, which most people omit or add, does not. */
const rules: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/[^a-z0-9]/g, ''],
  [/ck|q/g, 'k'],
  [/ph/g, 'f'],
  [/x/g, 'ks'],
  [/([bdgjkt])h/g, '$1'],
  [/sh/g, 's'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/z/g, 'j'],
  [/([ao])w(?![aeiouy])/g, '$1u'],
  [/w/g, 'v'],
  [/(?<!^)[aeiouy]*[ou][aeiouy]*/g, 'u'],
  [/(?<!^)[aeiy]*[eiy][aeiy]*/g, 'i'],
  [/(?<!^)a+/g, ''],
  [/(.)\1+/g, '$1'],
  [/(?<=..)[iu]$/, ''],
];

/** Unicode's range for the scripts of India: blocks of 128 characters, with the same letter at the same offset. */
const INDIAN = { from: 0x900, to: 0xd80, block: 0x80 };

/** By offset in a block: vowels from 0x05, consonants from 0x15, vowel signs from 0x3e. */
const vowels = ['a', 'a', 'i', 'i', 'u', 'u', 'ri', 'l', 'e', 'e', 'e', 'ai', 'o', 'o', 'o', 'au'];
const consonants =
  'k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'.split(' ');
const signs = ['a', 'i', 'i', 'u', 'u', 'ri', 'ri', 'e', 'e', 'e', 'ai', 'o', 'o', 'o', 'au'];

function latinOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (code < INDIAN.from || code >= INDIAN.to) return letter;
  const place = code % INDIAN.block;
  if (place === 0x01 || place === 0x02) return 'n';
  if (place >= 0x3e) return signs[place - 0x3e] ?? '';
  const consonant = consonants[place - 0x15];
  // The short a keeps प and ह different.
  return consonant === undefined ? (vowels[place - 0x05] ?? '') : `${consonant}a`;
}
