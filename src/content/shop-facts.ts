import { ADDRESS_DAYS } from '../domain/retention.ts';
import { brand } from '../domain/config.ts';

const facts = { ...brand, brand: brand.name, kept: { addressOfNothing: `${ADDRESS_DAYS} days` } };

/**
 * Puts the shop's own facts into a marketer's text: `{{shop.support.email}}` becomes the address in domain/config.ts, so
 * that a company name, or a duration that the code uses, stands in one file. Works on Markdown's HTML, where a link's
 * braces arrive percent-encoded; there the fact is percent-encoded too, and a telephone number loses its spaces.
 * @throws Error naming the text and the token if there is no such fact
 */
export function fillShopFacts(text: string, where: string): string {
  return filled(text, where, (fact) => fact.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
}

/** The same for text that is no HTML: what a template escapes itself. */
export function fillPlainFacts(text: string, where: string): string {
  return filled(text, where, (fact) => fact);
}

/** The same for a link: an address that a template writes into an attribute. */
export function fillLinkFacts(link: string, where: string): string {
  return filled(link, where, asAddress);
}

/** What is wrong with the facts that a marketer's text names: a sentence each. */
export function factProblems(text: string): string[] {
  const named = new Set(text.match(/\{\{[^{}\n]*\}\}/g));
  return [...named]
    .filter((token) => fillKnownFacts(token) === token)
    .map(
      (token) =>
        `text: ${token} is not a fact of the shop; write one such as {{shop.support.email}}, or plain words`,
    );
}

/** Fills in what is a fact and leaves the rest as it stands: for Markdown that is being written. */
export function fillKnownFacts(text: string): string {
  return replaced(
    text,
    (fact) => fact,
    (token) => token,
  );
}

function filled(text: string, where: string, write: (fact: string) => string): string {
  return replaced(text, write, (token) => {
    throw new Error(`${where}: ${token} is not a fact of src/domain/config.ts`);
  });
}

const tokens = /(tel:)?(\{\{|%7B%7B)shop\.([\w.]+)(?:\}\}|%7D%7D)/g;

function replaced(text: string, write: (fact: string) => string, unknown: (token: string) => string): string {
  return text.replace(tokens, (token, scheme: string | undefined, opening: string, path: string) => {
    const fact = factAt(path);
    if (fact === null) return unknown(token);
    if (scheme) return `${scheme}${fact.replaceAll(' ', '')}`;
    return opening === '{{' ? write(fact) : asAddress(fact);
  });
}

function asAddress(fact: string): string {
  return encodeURI(fact).replaceAll('&', '%26');
}

function factAt(path: string): string | null {
  const fact = path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      facts,
    );
  return typeof fact === 'string' ? fact : null;
}
