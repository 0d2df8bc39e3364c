import list from './common-passwords.json' with { type: 'json' };

/** Built once per instance, at the first use: only sign-up and password changes need it. */
let common: ReadonlySet<string> | null = null;

/**
 * Whether a password is one of the 3,000 most common ones, ignoring case. Attackers guess these first. The list has
 * none that is shorter than `passwordLength.min`, because the shop refuses those anyway.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(list.passwords.flatMap((line) => line.split(' ')));
  return common.has(password.normalize('NFKC').toLowerCase());
}
