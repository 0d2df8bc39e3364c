import { brand } from '../domain/shop.ts';

const facts = { ...brand, brand: brand.name };

/**
 * Puts the shop's own facts into a marketer's text: `{{shop.support.email}}` becomes the address in domain/shop.ts, so
 * that a company name stands in one file. Works on Markdown's HTML, where a link's braces arrive percent-encoded; there
 * the fact is written as an address has it, and a telephone number without its spaces.
 * @throws Error naming the text and the token where the shop has no such fact.
 */
export function fillShopFacts(text: string, where: string): string {
  return text.replace(tokens, (token, scheme: string | undefined, opening: string, path: string) => {
    const fact = factAt(path);
    if (fact === null) throw new Error(`${where}: ${token} is not a fact of src/domain/shop.ts`);
    if (scheme) return `${scheme}${fact.replaceAll(' ', '')}`;
    if (opening !== '{{') return encodeURI(fact).replaceAll('&', '%26');
    return fact.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  });
}

/** The same for text that is no HTML: what a template escapes itself. */
export function fillPlainFacts(text: string, where: string): string {
  return fillShopFacts(text, where).replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

/** The same for a link: an address that a template writes into an attribute. */
export function fillLinkFacts(link: string, where: string): string {
  return fillShopFacts(link.replaceAll('{{', '%7B%7B').replaceAll('}}', '%7D%7D'), where);
}

const tokens = /(tel:)?(\{\{|%7B%7B)shop\.([\w.]+)(?:\}\}|%7D%7D)/g;

function factAt(path: string): string | null {
  const fact = path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      facts,
    );
  return typeof fact === 'string' ? fact : null;
}
