/**
 * Astro's policy names the hash of every inline style and script of the whole site in every page: a thousand bytes that
 * no compression makes smaller, and more than the page needs to be allowed. Each page keeps the hashes of what stands in it.
 */
import { createHash } from 'node:crypto';
import { trustedTypesPolicy } from '../contract/trusted-types.ts';
import { headElement, isInlineScript, type PageDocument, type PageElement } from './page-document.ts';

/** Without them `default-src 'self'` says the same. */
const SAID_BY_DEFAULT = /^\s*(?:connect|font)-src 'self'\s*$/;
const HASH = / 'sha(?:256|384|512)-[^']+'/g;

export const isPolicy = ({ name, attributes }: PageElement): boolean =>
  name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy';

/** The page with a policy that allows its own inline styles and scripts, by their hash, and no others. */
export function withOwnHashes(page: PageDocument): PageDocument {
  const all = [...page.head, ...page.body];
  const inline: Record<string, readonly string[]> = {
    'style-src': hashesOf(all.filter(({ name }) => name === 'style')),
    'script-src': hashesOf(all.filter(isRun)),
  };
  const head = page.head.map((element) => {
    if (!isPolicy(element)) return element;
    const policy = withTrustedTypes(element.attributes['content'] ?? '')
      .split(';')
      .filter((directive) => !SAID_BY_DEFAULT.test(directive))
      .map((directive) => {
        const hashes = inline[/^\s*([\w-]+)/.exec(directive)?.[1] ?? ''];
        // Beside a hash, a browser takes no notice of what else is allowed inline.
        return hashes && !directive.includes("'unsafe-inline'")
          ? [directive.replace(HASH, '').trimEnd(), ...hashes].join(' ')
          : directive;
      })
      .join(';');
    return headElement(`<meta http-equiv="content-security-policy" content="${policy}">`);
  });
  return { ...page, head };
}

/**
 * Where no script but the shop's own may come, no text becomes markup or the address of a script unless it went through
 * client/trusted-texts. The scripts of a payment window or of Google's button write markup themselves.
 */
function withTrustedTypes(policy: string): string {
  const scripts = /(?:^|;)\s*script-src\s([^;]*)/.exec(policy)?.[1] ?? '';
  if (scripts.includes('https:')) return policy;
  return `${policy.replace(/;\s*$/, '')}; require-trusted-types-for 'script'; trusted-types ${trustedTypesPolicy};`;
}

/** A script of a type of its own, such as JSON, is not run and needs no leave; one with an address has it from 'self'. */
const isRun = (element: PageElement): boolean =>
  isInlineScript(element) && /^(?:module|text\/javascript)?$/.test(element.attributes['type'] ?? '');

function hashesOf(elements: readonly PageElement[]): string[] {
  const hashes = elements.map(({ text }) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(hashes)];
}
