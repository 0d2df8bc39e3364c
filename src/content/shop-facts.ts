import { brand } from '../domain/shop.ts';

const facts = { ...brand, brand: brand.name };

/**
 * Puts the shop's own facts into a marketer's text: `{{shop.support.email}}` becomes the address in domain/shop.ts, so
 * that a company name stands in one file. Works on Markdown's HTML, where a link's braces arrive percent-encoded.
 * @throws Error naming the text and the token where the shop has no such fact.
 */
export function fillShopFacts(text: string, where: string): string {
  return text.replace(/(?:\{\{|%7B%7B)shop\.([\w.]+)(?:\}\}|%7D%7D)/g, (token, path: string) => {
    const fact = path
      .split('.')
      .reduce<unknown>(
        (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
        facts,
      );
    if (typeof fact !== 'string') throw new Error(`${where}: ${token} is not a fact of src/domain/shop.ts`);
    return fact.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  });
}
