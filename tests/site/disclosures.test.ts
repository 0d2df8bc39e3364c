import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/content/snapshot.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { mrpPaise } from '../../src/domain/product.ts';
import { brand } from '../../src/domain/config.ts';
import { page, pages, tags, unescaped } from './pages.ts';
import { textPages } from '../browser/support/addresses.ts';

/**
 * The disclosures that Indian law requires, and their places: the E-Commerce Rules, 2020 (rules 4 and 7), the LLP Act
 * (section 21) and the Legal Metrology (Packaged Commodities) Rules, 2011 (rule 6(10)).
 */

/** The visible text of some HTML, in one line. */
function words(html: string): string {
  const read = html.replace(/<(script|style|template)[\s>].*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' ');
  return unescaped(read).replace(/\s+/g, ' ').replaceAll(' .', '.').replaceAll(' ,', ',');
}

const part = (html: string, element: string) =>
  new RegExp(`<${element}[\\s>].*?</${element}>`, 's').exec(html)?.[0] ?? '';

test.each(pages)('the footer of $path says who sells, where, and who takes complaints', ({ html }) => {
  const footer = part(html, 'footer');
  const text = words(footer);
  for (const fact of [
    `© 2025 ${brand.company.legalName}`,
    'Trusted Partners',
    'COMPANY',
    'GET IN TOUCH',
    'Prices include all taxes',
    'registered with limited liability',
    `LLPIN ${brand.company.llpin}`,
    `GSTIN ${brand.company.gstin}`,
    `Registered office: ${brand.company.address}`,
    `Grievance Officer: ${brand.grievance.name}`,
    brand.support.phone,
    brand.support.email,
    brand.grievance.email,
    brand.blurb,
    ...brand.trustedPartners.map(({ name, role }) => `${name} ${role}`),
  ]) {
    expect(text).toContain(fact);
  }
  const links = tags(footer, 'a').map(({ href }) => href);
  expect(links).toEqual(
    expect.arrayContaining([
      `mailto:${brand.support.email}`,
      `mailto:${brand.grievance.email}`,
      `tel:${brand.support.phone.replaceAll(' ', '')}`,
      ...brand.socials.map(({ url }) => url),
    ]),
  );
});

test('the partners in the footer are a wallet, two card gateways and UPI, drawn by the shop itself', () => {
  const footer = part(page('/about').html, 'footer');
  expect(brand.trustedPartners.map(({ sign }) => sign)).toEqual(['wallet', 'card', 'globe', 'transfer']);
  expect(footer.match(/<svg/g)?.length).toBe(brand.trustedPartners.length);
  expect(footer).not.toContain('<img');
});

test('the company links have their fixed order, and Franchise Enquiry has no link (docs/behaviour.md#pages-and-policies)', () => {
  const company = /COMPANY.*?<\/ul>/s.exec(part(page('/about').html, 'footer'))?.[0] ?? '';
  // The pages that marketers add are below them.
  expect(words(company)).toMatch(
    /^COMPANY Home About us Franchise Enquiry Terms & Conditions Privacy Policy /,
  );
  const links = tags(company, 'a').map(({ href }) => href);
  expect(links.slice(0, 4)).toEqual(['/', '/about', '/terms-conditions', '/privacy-policy']);
});

describe.each(catalogue)('the page of $name', (product) => {
  const text = words(part(page(`/product/${product.id}`).html, 'main'));

  test('shows price and MRP with tax, quantity, country, maker, packer and customer care', () => {
    for (const fact of [
      `${formatPrice(product.pricePaise)} Inclusive of all taxes`,
      `MRP ${formatPrice(mrpPaise(product))}, inclusive of all taxes`,
      'Country of Origin Made in India',
      `Manufactured & Packed By ${brand.manufacturer.name}, ${brand.manufacturer.address}`,
      `For ${brand.company.legalName}, ${brand.company.address}`,
      `Customer care: ${brand.support.email}, ${brand.support.phone}`,
    ]) {
      expect(text).toContain(fact);
    }
    expect(text).toMatch(/Net quantity 1 (piece|pair|set) MRP/);
  });
});

test('Explore Jobs is a button to the jobs address', () => {
  const button =
    /<a[^>]*class="btn[^"]*"[^>]*>\s*Explore Jobs\s*<\/a>/.exec(page('/contact').html)?.[0] ?? '';
  expect(tags(button, 'a')[0]?.['href']).toBe(`mailto:${brand.jobs.email}?subject=Jobs%20at%20${brand.name}`);
});

test.each(textPages)('%s shows when it last changed', (path) => {
  expect(page(path).html).toMatch(
    /Last changed on <time datetime="\d{4}-\d{2}-\d{2}">\s*\d{1,2} [A-Z][a-z]+ \d{4}\s*<\/time>/,
  );
});

test('the 404 page works without script: a search, every type, home, orders and help', () => {
  const main = part(page('/404').html, 'main');
  const [form] = tags(main, 'form');
  expect(form).toMatchObject({ action: '/collection' });
  expect(tags(main, 'input')[0]).toMatchObject({ name: 'search', type: 'search' });
  const links = tags(main, 'a').map(({ href }) => href);
  expect(links).toEqual(
    expect.arrayContaining([
      '/',
      '/collection',
      '/orders',
      '/wishlist',
      '/delivery',
      '/contact',
      '/collection?subCategory=Hoodie',
      '/collection?subCategory=Co-ord+Sets',
    ]),
  );
});

test.each([
  ['/about', /Taana/],
  ['/contact', /Monday to Friday, 10 am to 6 pm IST/],
  ['/delivery', /₹999/],
  ['/privacy-policy', /24 months/],
  ['/terms-conditions', /one year/i],
  ['/cancellation-refund-policy', /later/i],
  ['/shipping-delivery-policy', /later/i],
] as const)('%s can be read without JavaScript', (path, sentence) => {
  expect(words(part(page(path).document, 'main'))).toMatch(sentence);
});

test.each(['/cart', '/login', '/place-order', '/orders', '/verify'])(
  '%s says that it needs JavaScript',
  (path) => {
    expect(words(part(part(page(path).document, 'main'), 'noscript'))).toContain('needs JavaScript');
  },
);
