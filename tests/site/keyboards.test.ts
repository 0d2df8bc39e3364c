import { expect, test } from 'vitest';
import { page, tags } from './pages.ts';

/**
 * The keyboard, autocompletion and Enter label of each field on a phone. tests/browser/tap-targets.spec.ts checks fields that
 * open later and are not in a page's HTML.
 */
type Keys = [path: string, field: string, keys: Record<string, string>];

const email = { type: 'email', inputmode: 'email' };
const password = { type: 'password', enterkeyhint: 'go' };

const fields: Keys[] = [
  ['/coming-soon', 'user_email', { type: 'email', autocomplete: 'email', enterkeyhint: 'send' }],
  ['/about', 'email', { type: 'email', autocomplete: 'email', enterkeyhint: 'send' }],
  ['/collection', 'search', { type: 'search', autocomplete: 'off', enterkeyhint: 'search' }],
  ['/404', 'search', { type: 'search', autocomplete: 'off', enterkeyhint: 'search' }],
  [
    '/product/warp-line-hoodie',
    'quantity',
    { inputmode: 'numeric', autocomplete: 'off', enterkeyhint: 'done' },
  ],
  ['/login', 'email', { ...email, autocomplete: 'username', enterkeyhint: 'next' }],
  ['/login', 'password', { ...password, autocomplete: 'current-password' }],
  ['/reset-password', 'password', { ...password, autocomplete: 'new-password' }],
  [
    '/place-order',
    'firstName',
    { autocomplete: 'given-name', autocapitalize: 'words', enterkeyhint: 'next' },
  ],
  [
    '/place-order',
    'lastName',
    { autocomplete: 'family-name', autocapitalize: 'words', enterkeyhint: 'next' },
  ],
  ['/place-order', 'email', { ...email, autocomplete: 'email', enterkeyhint: 'next' }],
  ['/place-order', 'street', { autocomplete: 'address-line1', enterkeyhint: 'next' }],
  ['/place-order', 'city', { autocomplete: 'address-level2', enterkeyhint: 'next' }],
  ['/place-order', 'zipcode', { inputmode: 'numeric', autocomplete: 'postal-code', enterkeyhint: 'next' }],
  [
    '/place-order',
    'phone',
    { type: 'tel', inputmode: 'tel', autocomplete: 'tel-national', enterkeyhint: 'done' },
  ],
];

test.each(fields)('%s: %s', (path, field, keys) => {
  const inputs = tags(page(path).html, 'input').map((attributes) =>
    Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value])),
  );
  const found = inputs.filter(({ name, type }) => name === field && type !== 'hidden');
  expect(found.length, `fields called ${field}`).toBeGreaterThan(0);
  for (const input of found) expect(input).toMatchObject(keys);
});
