import { expect, test } from 'vitest';
import * as letters from '../../netlify/email/account-emails.ts';
import { brand } from '../../src/domain/config.ts';

const SITE = 'https://shop.example';
const token = 'tok-en_1';

const all = [
  ['reset', letters.passwordResetEmail(token, SITE), `${SITE}/reset-password#token=${token}`],
  ['password changed', letters.passwordChangedEmail(SITE), `${SITE}/login`],
  ['confirm sign-up', letters.confirmSignUpEmail(token, SITE), `${SITE}/confirm-email#token=${token}`],
  [
    'reset, account to be emptied',
    letters.passwordResetEmail(token, SITE, true),
    `${SITE}/reset-password#token=${token}`,
  ],
  ['confirm e-mail', letters.confirmNewAddressEmail(token, SITE), `${SITE}/confirm-email#token=${token}`],
  ['e-mail change', letters.addressChangeNoticeEmail(SITE), `${SITE}/login`],
  ['inactive', letters.inactiveAccountEmail(Date.UTC(2028, 10, 20), SITE), `${SITE}/login`],
  ['goodbye', letters.accountDeletedEmail(SITE), `${SITE}/privacy-policy`],
] as const;

test.each(all)('the email %s has sender, reason and link as text and HTML', (_name, letter, link) => {
  expect(letter.subject).toContain(brand.name);
  expect(letter.subject).not.toMatch(/[\r\n]/);
  for (const form of [letter.text, letter.html]) {
    expect(form).toContain(letter.subject);
    expect(form).toContain(link);
    expect(form).toContain('You get this email because');
    expect(form).toContain(brand.company.legalName);
  }
  expect(letter.html).toContain(`href="${link}"`);
  expect(letter.text).not.toMatch(/e-mail|\bletters?\b/i);
});

test('emails with a link say how long it is good and what to do if it was not asked for', () => {
  expect(letters.passwordResetEmail(token, SITE).text).toContain('works once, within one hour');
  expect(letters.confirmNewAddressEmail(token, SITE).text).toContain('works once, within one day');
  const { text: signUp } = letters.confirmSignUpEmail(token, SITE);
  expect(signUp).toContain('works once, within seven days');
  expect(signUp).toContain('If you did not sign up, do not log in.');
  for (const letter of [
    letters.passwordResetEmail(token, SITE),
    letters.confirmNewAddressEmail(token, SITE),
  ]) {
    expect(letter.text).toContain('If you did not ask for this, ignore this email');
  }
  expect(letters.passwordChangedEmail(SITE).text).toContain('If that was not you');
  expect(letters.addressChangeNoticeEmail(SITE).text).toContain('If that was not you');
});

test('the notice to an unused account has the day and the way to keep it', () => {
  const { subject, text } = letters.inactiveAccountEmail(Date.UTC(2028, 10, 20), SITE);
  expect(subject).toContain('20 November 2028');
  expect(text).toContain('log in once before then');
});
