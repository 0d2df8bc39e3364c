import { authMessages } from '../../src/contract/messages/account.ts';
import { isCommonPassword } from '../identity/common-passwords.ts';
import { Refused } from './refusal.ts';

/** @throws Refused 'invalid' for a common password */
export function refuseCommonPassword(password: string): void {
  const { commonPassword } = authMessages;
  if (isCommonPassword(password)) throw new Refused('invalid', commonPassword, { password: commonPassword });
}
