import list from './common-passwords.json' with { type: 'json' };

/** Made once an instance: only sign-up and a new password look into it. */
let common: ReadonlySet<string> | null = null;

/**
 * Whether a password is among the 3,000 that people use most, upper and lower case alike: they are the first that anybody
 * guesses. The list has none that is shorter than `passwordLength.min`, because the shop takes none.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(list.passwords.flatMap((line) => line.split(' ')));
  return common.has(password.normalize('NFKC').toLowerCase());
}
