import { describe, expect, test } from 'vitest';
import {
  fillKnownFacts,
  fillLinkFacts,
  fillPlainFacts,
  fillShopFacts,
} from '../../src/content/shop-facts.ts';
import { taxStateOf } from '../../src/domain/gst.ts';
import { brand } from '../../src/domain/config.ts';

describe('a fact of the shop', () => {
  test('is inserted in a text by its name', () => {
    expect(fillShopFacts('<p>{{shop.brand}}, {{shop.company.legalName}}</p>', 'a.md')).toBe(
      `<p>${brand.name}, ${brand.company.legalName}</p>`,
    );
  });

  test('is inserted in a link, whose braces arrive encoded; a phone number without its spaces', () => {
    const html =
      '<a href="mailto:%7B%7Bshop.support.email%7D%7D">a</a><a href="tel:%7B%7Bshop.support.phone%7D%7D">b</a>';
    expect(fillShopFacts(html, 'a.md')).toBe(
      `<a href="mailto:${brand.support.email}">a</a><a href="tel:${brand.support.phone.replaceAll(' ', '')}">b</a>`,
    );
    expect(fillLinkFacts('mailto:{{shop.jobs.email}}?subject={{shop.company.legalName}}', 'a.md')).toBe(
      `mailto:${brand.jobs.email}?subject=${encodeURI(brand.company.legalName)}`,
    );
  });

  test('is inserted in a Markdown preview, where an unknown fact stays as typed', () => {
    expect(fillKnownFacts('[{{shop.support.phone}}](tel:{{shop.support.phone}}), {{shop.sup}}')).toBe(
      `[${brand.support.phone}](tel:${brand.support.phone.replaceAll(' ', '')}), {{shop.sup}}`,
    );
  });

  test('is not confused with similar text', () => {
    expect(fillPlainFacts('{{shopping}} & <more>', 'a.md')).toBe('{{shopping}} & <more>');
  });

  test.each(['{{shop.nothing}}', '{{shop.support}}', '{{shop.support.email.x}}', '{{shop.copyrightYear}}'])(
    'that does not exist is reported with its text: %s',
    (token) => {
      expect(() => fillShopFacts(`Write to ${token}.`, 'src/content/pages/contact.md')).toThrow(
        `src/content/pages/contact.md: ${token} is not a fact of src/domain/config.ts`,
      );
    },
  );
});

describe('the registration numbers of the company', () => {
  const { gstin, llpin, state } = brand.company;

  test('have the form that the law requires, and name its state', () => {
    expect(gstin).toMatch(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/);
    expect(gstin.slice(0, 2)).toBe(taxStateOf(state).code);
    expect(brand.company.address).toContain(state);
    expect(llpin).toMatch(/^[A-Z]{3}-\d{4}$/);
  });

  test('have a valid check letter at the end of the GSTIN', () => {
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const sum = [...gstin.slice(0, 14)].reduce((all, letter, at) => {
      const product = letters.indexOf(letter) * (1 + (at % 2));
      return all + Math.floor(product / 36) + (product % 36);
    }, 0);
    expect(gstin.at(-1)).toBe(letters[(36 - (sum % 36)) % 36]);
  });
});
