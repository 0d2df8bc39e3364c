/**
 * Astro's policy names the hash of every inline style and script of the whole site in every page: a thousand bytes that
 * no compression makes smaller, and more than the page needs to be allowed. Each page keeps the hashes of what stands in it.
 */
import { createHash } from 'node:crypto';
import type { AstroIntegration } from 'astro';
import { trustedTypesPolicy } from '../../src/contract/trusted-types.ts';
import { changePages } from './pages.ts';

export function pagePolicy(): AstroIntegration {
  return {
    name: 'page-policy',
    hooks: {
      'astro:build:done': ({ dir }) => changePages(dir, withOwnHashes),
    },
  };
}

const POLICY = /(<meta http-equiv="content-security-policy" content=")([^"]*)(">)/i;
const HASH = / 'sha(?:256|384|512)-[^']+'/g;

/** The page with a policy that allows its own inline styles and scripts, by their hash, and no others. */
export function withOwnHashes(html: string): string {
  const inline: Record<string, readonly string[]> = {
    'style-src': hashesOf(html, /<style\b([^>]*)>([\s\S]*?)<\/style>/g),
    'script-src': hashesOf(html, /<script\b([^>]*)>([\s\S]*?)<\/script>/g),
  };
  return html.replace(POLICY, (_, before: string, policy: string, after: string) => {
    const directives = withTrustedTypes(policy)
      .split(';')
      .map((directive) => {
        const hashes = inline[/^\s*([\w-]+)/.exec(directive)?.[1] ?? ''];
        // Beside a hash, a browser takes no notice of what else is allowed inline.
        return hashes && !directive.includes("'unsafe-inline'")
          ? [directive.replace(HASH, '').trimEnd(), ...hashes].join(' ')
          : directive;
      });
    return before + directives.join(';') + after;
  });
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
function hashesOf(html: string, elements: RegExp): string[] {
  const hashes = [...html.matchAll(elements)]
    .filter(([, attributes = '']) => !/\ssrc=|\stype="(?!module|text\/javascript)/.test(attributes))
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(hashes)];
}
