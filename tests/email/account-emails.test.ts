import { expect, test } from 'vitest';
import * as emails from '../../netlify/email/account-emails.ts';
import { durationOf } from '../../netlify/email/email-parts.ts';
import { profileMessages } from '../../src/contract/messages/account.ts';
import { brand, lifetimes } from '../../src/domain/config.ts';

const SITE = 'https://shop.example';
const token = 'tok-en_1';

const all = [
  ['reset', emails.passwordResetEmail(token, SITE), `${SITE}/reset-password#token=${token}`],
  ['password changed', emails.passwordChangedEmail(SITE), `${SITE}/login`],
  ['confirm sign-up', emails.confirmSignUpEmail(token, SITE), `${SITE}/confirm-email#token=${token}`],
  [
    'reset, account to be emptied',
    emails.passwordResetEmail(token, SITE, true),
    `${SITE}/reset-password#token=${token}`,
  ],
  ['confirm email', emails.confirmNewAddressEmail(token, SITE), `${SITE}/confirm-email#token=${token}`],
  ['email change', emails.addressChangeNoticeEmail(SITE), `${SITE}/login`],
  ['inactive', emails.inactiveAccountEmail(Date.UTC(2028, 10, 20), SITE), `${SITE}/login`],
  ['goodbye', emails.accountDeletedEmail(SITE), `${SITE}/privacy-policy`],
] as const;

test.each(all)('the email %s has sender, reason and link as text and HTML', (_name, email, link) => {
  expect(email.subject).toContain(brand.name);
  expect(email.subject).not.toMatch(/[\r\n]/);
  for (const form of [email.text, email.html]) {
    expect(form).toContain(email.subject);
    expect(form).toContain(link);
    expect(form).toContain('You get this email because');
    expect(form).toContain(brand.company.legalName);
  }
  expect(email.html).toContain(`href="${link}"`);
  expect(email.text).not.toMatch(/e-mail|\bletters?\b/i);
});

test('emails with a link say how long it is valid and what to do if it was not requested', () => {
  expect(emails.passwordResetEmail(token, SITE).text).toContain('works once, within one hour');
  expect(emails.confirmNewAddressEmail(token, SITE).text).toContain('works once, within one day');
  const { text: signUp } = emails.confirmSignUpEmail(token, SITE);
  expect(signUp).toContain('works once, within seven days');
  expect(signUp).toContain('If you did not sign up, do not log in.');
  for (const email of [emails.passwordResetEmail(token, SITE), emails.confirmNewAddressEmail(token, SITE)]) {
    expect(email.text).toContain('If you did not ask for this, ignore this email');
  }
  expect(emails.passwordChangedEmail(SITE).text).toContain('If that was not you');
  expect(emails.addressChangeNoticeEmail(SITE).text).toContain('If that was not you');
});

test('the notice to an unused account has the day and the way to keep it', () => {
  const { subject, text } = emails.inactiveAccountEmail(Date.UTC(2028, 10, 20), SITE);
  expect(subject).toContain('20 November 2028');
  expect(text).toContain('log in once before then');
});

test('durations in texts are those of the config', () => {
  expect([900_000, lifetimes.resetLinkMs, lifetimes.emailChangeMs].map(durationOf)).toEqual([
    '15 minutes',
    'one hour',
    'one day',
  ]);
  expect(profileMessages.confirmAsked('asha@example.com')).toContain(durationOf(lifetimes.confirmLinkMs));
});
