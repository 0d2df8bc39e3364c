/**
 * Former addresses of texts and products lead to the pages in their place, by Netlify's redirect rules. They stand below
 * the rules of coming-soon mode, which closes pages whatever they are called. A text or product names its former addresses
 * itself (`aliases`); other redirects are in netlify.toml.
 */
import { appendFile, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Redirects } from './content-rules/redirects.ts';

export function redirectFormerAddresses(): AstroIntegration {
  let snapshot: URL;
  return {
    name: 'redirects',
    hooks: {
      'astro:config:done': ({ config }) => {
        snapshot = new URL('src/content/snapshot.json', config.root);
      },
      'astro:build:done': async ({ dir }) => {
        const { redirects } = JSON.parse(await readFile(snapshot, 'utf8')) as { redirects: Redirects };
        const rules = Object.entries(redirects).map(([from, to]) => `${from} ${to} 301\n`);
        if (rules.length > 0) await appendFile(`${fileURLToPath(dir)}_redirects`, rules.sort().join(''));
      },
    },
  };
}
