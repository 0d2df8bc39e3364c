import { expect, test } from 'vitest';
import * as emails from '../../netlify/email/newsletter-emails.ts';
import { brand } from '../../src/domain/config.ts';

const SITE = 'https://shop.example';
const LEAVE = `${SITE}/newsletter/unsubscribe?token=tok-en_2`;
const made = { code: 'TAANA-7K2M-Q9XD', percent: 20, expiresAt: Date.UTC(2027, 10, 22) };

const all = [
  [
    'confirm',
    emails.confirmSubscriptionEmail('tok-en_1', LEAVE, SITE),
    `${SITE}/newsletter/confirm#token=tok-en_1`,
  ],
  ['code', emails.discountCodeEmail(made, LEAVE, SITE), `${SITE}/collection`],
  ['welcome back', emails.discountCodeEmail(null, LEAVE, SITE), `${SITE}/collection`],
  ['known, with a code', emails.alreadySubscribedEmail(made, LEAVE, SITE), `${SITE}/collection`],
  ['known, without', emails.alreadySubscribedEmail(null, LEAVE, SITE), `${SITE}/collection`],
] as const;

test.each(all)(
  'the email %s has sender, reason, link and unsubscribe link as text and HTML',
  (_name, email, link) => {
    expect(email.subject).toContain(brand.name);
    expect(email.subject).not.toMatch(/[\r\n]/);
    for (const form of [email.text, email.html]) {
      for (const part of [
        email.subject,
        link,
        LEAVE,
        'You get this email because',
        brand.company.legalName,
      ]) {
        expect(form).toContain(part);
      }
    }
    expect(email.html).toContain(`href="${link}"`);
    expect(email.text).not.toMatch(/e-mail|\bletters?\b/i);
    expect(email.html).toContain(`href="${LEAVE}"`);
  },
);

test('an emailed code has its discount, end and use', () => {
  const { text, html } = emails.discountCodeEmail(made, LEAVE, SITE);
  for (const form of [text, html]) {
    for (const part of [made.code, '20% off', '22 November 2027', 'for one order', 'Have a code?']) {
      expect(form).toContain(part);
    }
  }
});

test('an email has a code only for a confirmed mailbox without an earlier one', () => {
  for (const email of [
    emails.confirmSubscriptionEmail('t', LEAVE, SITE),
    emails.discountCodeEmail(null, LEAVE, SITE),
    emails.alreadySubscribedEmail(null, LEAVE, SITE),
  ]) {
    expect(email.text).not.toMatch(/TAANA-/);
    expect(email.html).not.toMatch(/TAANA-/);
  }
});
