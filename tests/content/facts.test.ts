import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readFields } from '../../src/integrations/content-rules/front-matter.ts';
import { fillPlainFacts } from '../../src/content/shop-facts.ts';
import { pageFrontmatter } from '../../src/contract/page-schema.ts';
import { stages } from '../../src/domain/order.ts';
import { brand } from '../../src/domain/config.ts';

/** Every fact of docs/behaviour.md#pages-and-policies and of Indian shop law, and the words of the page that state it. */
type Fact = [fact: string, ...words: (string | RegExp)[]];

const about: Fact[] = [
  ['who sells', brand.company.legalName, brand.company.address],
  ['a white-label factory makes the goods', 'white-label', brand.manufacturer.name],
  ['made in India', 'made in India'],
  ['prices with tax', 'includes all taxes'],
];

const contact: Fact[] = [
  ['support by email and phone', brand.support.email, brand.support.phone],
  ['support hours', 'Monday to Friday, 10 am to 6 pm IST'],
  [
    'the grievance officer: name, designation, ways',
    brand.grievance.name,
    'Grievance Officer',
    brand.grievance.email,
    brand.grievance.phone,
  ],
  ['complaints are acknowledged within 48 hours, settled within a month', '48 hours', 'one month'],
  ['legal name', `Legal name: ${brand.company.legalName}`],
  ['head office', `head office: ${brand.company.address}`],
  ['branches', `Branches: ${brand.company.branches}`],
  ['website', `Website: ${brand.website}`],
  ['registrations', `GSTIN: ${brand.company.gstin}`, `LLPIN: ${brand.company.llpin}`],
  ['maker and packer, and the country', brand.manufacturer.address, 'packed in India'],
  ['an address for jobs', brand.jobs.email],
];

const delivery: Fact[] = [
  [
    'free above ₹999, ₹99 below',
    /above ₹999 \| 3-5 business days \| Free/,
    /below ₹999 \| 3-5 business days \| ₹99/,
  ],
  ['express', /Express \| 1-2 days \| \+ ₹199/],
  ['same day', /Same day .* before 12 PM \| \+ ₹299/, 'select metros'],
  ['address change', 'within 2 hours of placing the order'],
  ['attempts', '3 delivery attempts'],
  ['no international shipping', 'no international shipping'],
  ['remote areas', 'Remote areas take 1-2 days more'],
  ['the stages, in their order', new RegExp(stages.map((stage) => `\\d\\. ${stage}\\.`).join('.*'))],
];

const privacy: Fact[] = [
  [
    'shared with partners, professionals and authorities',
    'with partners',
    'with professionals',
    'with authorities',
  ],
  ['transferred across borders', 'transferred across borders'],
  ['business transfers', 'Business transfers', 'merger'],
  ['consent', 'you consent to'],
  ['consents are recorded', 'which version of this policy and of our terms you accepted, and when'],
  ['opting out of marketing', 'opt out of marketing at any time'],
  ['deletion by email', /deletion included: write to \S*care@/],
  ['inactive accounts', 'inactive for 24 months may be deleted', 'first send notice to its email address'],
  [
    'adults, and minors with a guardian',
    'for adults',
    'aged 18 and under',
    'consent of a parent or guardian',
  ],
  [
    'the newsletter',
    'followed the link in the email',
    'the version of this policy at that time',
    'takes you off at once',
    'one discount code',
  ],
  ['the waitlist', 'email you once, when the shop opens', 'an email service'],
  ['invoices', 'because tax law requires one', 'first three digits of the PIN code'],
  ['export', 'download all of it'],
  [
    'how fast pages are is counted without a person',
    'How fast pages are',
    'counts by week, which we keep for 13 weeks',
    'no identifier and sets no cookie',
  ],
  ['the grievance officer', brand.grievance.name, brand.grievance.email, '48 hours', 'one month'],
];

const terms: Fact[] = [
  ['registration, with Google offered', 'Registration is required', 'sign in with Google'],
  ['no impersonation', 'impersonate any other person'],
  ["no other person's email", "use another person's email address"],
  ['one account', 'create more than one account'],
  ['no false data', 'give false data'],
  ['WhatsApp, automatically', /Once you place an order you are subscribed automatically.* on WhatsApp/],
  ['user content may be removed', 'We may remove user-generated content, such as reviews'],
  ['an LLP with a white-label partner', 'limited liability partnership (LLP)', 'white-label partner'],
  ['claims within a year', 'within one year'],
  ['support and grievance officer', brand.support.email, brand.grievance.name, brand.grievance.email],
  ['weekdays, 10 am to 6 pm IST', 'Monday to Friday, 10 am to 6 pm IST', 'weekdays'],
  ['complaints are acknowledged within 48 hours, settled within a month', '48 hours', 'one month'],
  [
    'prices with tax, and what is added',
    'include all taxes',
    'subtotal, any discount, the shipping fee and the total',
  ],
  ['the text of the day of an order', 'the order records which one that was'],
  ['payment methods, their safety and chargeback', 'cash on delivery', 'never reach us', 'chargeback'],
  ['who to ask about a payment', 'https://razorpay.com/support/', 'https://support.stripe.com/'],
  ['cancelling costs nothing', 'We charge nothing for a cancellation'],
  ['returns', 'Returns are free within 7 days'],
  ['registrations', brand.company.gstin, brand.company.llpin, 'registered with limited liability'],
  ['maker and packer, and the country', brand.manufacturer.address, 'made in India'],
];

const later: Fact[] = [['a placeholder', 'The content of this policy will come later.']];

const facts: Record<string, Fact[]> = {
  'pages/about.md': about,
  'pages/contact.md': contact,
  'pages/delivery.md': delivery,
  'policies/cancellation-refund-policy.md': later,
  'policies/privacy-policy.md': privacy,
  'policies/shipping-delivery-policy.md': later,
  'policies/terms-conditions.md': terms,
};

const folder = fileURLToPath(new URL('../../src/content', import.meta.url));

function read(name: string) {
  const { fields, content = '', problem } = readFields(readFileSync(join(folder, name), 'utf8'));
  if (!fields) throw new Error(`${name}: ${problem}`);
  return { fields: pageFrontmatter.parse(fields), text: asRead(fillPlainFacts(content, name)) };
}

/** In one line, without marks and the padding of tables; the URLs of links follow their words. */
function asRead(markdown: string): string {
  return markdown.replaceAll('**', '').replace(/\s+/g, ' ');
}

test('every text has its facts', () => {
  const texts = ['pages', 'policies'].flatMap((room) =>
    readdirSync(join(folder, room)).map((name) => `${room}/${name}`),
  );
  expect(texts.sort()).toEqual(Object.keys(facts));
});

const rows = Object.entries(facts).flatMap(([name, all]) =>
  all.map(([fact, ...words]) => ({ name, fact, words })),
);

test.each(rows)('$name says: $fact', ({ name, words }) => {
  const { text } = read(name);
  for (const each of words) {
    if (typeof each === 'string') expect(text).toContain(each);
    else expect(text).toMatch(each);
  }
});

test.each(Object.keys(facts))('%s repeats no fact of the shop file by hand', (name) => {
  const { company, manufacturer, support, grievance, jobs } = brand;
  const ofTheShop = [company, manufacturer, support, grievance, jobs].flatMap((part) => Object.values(part));
  const source = readFileSync(join(folder, name), 'utf8');
  expect(ofTheShop.filter((fact) => source.includes(fact))).toEqual([]);
});

test.each(Object.keys(facts))('%s spells email without a hyphen', (name) => {
  expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/e-mail|\bletters?\b/i);
});

test('Explore Jobs is a button that starts an email to the jobs address', () => {
  const { button } = read('pages/contact.md').fields;
  expect(button?.label).toBe('Explore Jobs');
  expect(fillPlainFacts(button?.link ?? '', 'contact.md')).toBe(
    `mailto:${brand.jobs.email}?subject=Jobs%20at%20${brand.name}`,
  );
});

test('the answers on Delivery promise no number that is not in the page', () => {
  const { fields, text } = read('pages/delivery.md');
  expect(fields.faq?.length).toBeGreaterThan(4);
  for (const { answer } of fields.faq ?? []) {
    for (const [number] of answer.matchAll(
      /₹[\d,]+|\d+(?:-\d+)?(?: (?:PM|hours|business days|days|delivery))?/g,
    )) {
      expect(text, answer).toContain(number);
    }
  }
});
