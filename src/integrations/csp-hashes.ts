/**
 * Astro's policy lists in every page the hashes of all inline styles and scripts of the site: a thousand bytes that do
 * not compress, and more permissions than the page needs. Each page keeps only its own hashes.
 */
import { createHash } from 'node:crypto';
import { trustedTypesPolicy } from '../domain/config.ts';
import { headElement, isInlineScript, type PageDocument, type PageElement } from './page-document.ts';

/** `default-src 'self'` already covers these. */
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
        // If a directive has a hash, browsers ignore `'unsafe-inline'`.
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
 * On pages with only the shop's scripts, text becomes markup or a script URL only through client/trusted-texts. The
 * scripts of a payment window or of Google's button write markup themselves, so their pages are exempt.
 */
function withTrustedTypes(policy: string): string {
  const scripts = /(?:^|;)\s*script-src\s([^;]*)/.exec(policy)?.[1] ?? '';
  if (scripts.includes('https:')) return policy;
  return `${policy.replace(/;\s*$/, '')}; require-trusted-types-for 'script'; trusted-types ${trustedTypesPolicy};`;
}

/** A data script, such as JSON, does not run and needs no hash; one with a `src` is allowed by 'self'. */
const isRun = (element: PageElement): boolean =>
  isInlineScript(element) && /^(?:module|text\/javascript)?$/.test(element.attributes['type'] ?? '');

function hashesOf(elements: readonly PageElement[]): string[] {
  const hashes = elements.map(({ text }) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(hashes)];
}
