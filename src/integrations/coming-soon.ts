/**
 * SHOP_MODE=coming-soon: the waitlist page in front of the shop. Removes pages that are not open yet, and their
 * pictures, so that nothing of the collection is visible before the launch; Netlify redirect rules lead their URLs to
 * the waitlist.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { parse } from 'smol-toml';
import { COMING_SOON, comingSoonPath, isComingSoon, openBeforeLaunch } from '../contract/coming-soon.ts';

/** @param mode the setting SHOP_MODE */
export function comingSoon(mode = process.env['SHOP_MODE']): AstroIntegration {
  if (mode && !isComingSoon(mode)) {
    throw new Error(`SHOP_MODE must be ${COMING_SOON} or empty, not "${mode}".`);
  }
  let root: URL;
  return {
    name: 'coming-soon',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = config.root;
      },
      'astro:build:done': async ({ dir }) => {
        if (!isComingSoon(mode)) return;
        const dist = fileURLToPath(dir);
        const files = await readdir(dist, { recursive: true });
        const closed = files.filter((file) => file.endsWith('.html') && !staysOpen(addressOf(file)));
        const others = otherNames(await readFile(new URL('netlify.toml', root), 'utf8'));
        await writeFile(`${dist}_redirects`, rulesFor([...closed.map(addressOf), ...others]));
        await Promise.all(closed.map((file) => rm(dist + file)));
        for (const folder of COLLECTION_PICTURES) await rm(dist + folder, { recursive: true, force: true });
      },
    },
  };
}

/** Masters in public/, whose names could be guessed. The editor's previews read them from the repository. */
const COLLECTION_PICTURES = ['products', 'campaign'];

/** `/cart` of `cart.html`, `/` of `index.html`. */
function addressOf(file: string): string {
  return `/${file.replace(/(?:(?<=^|\/)index)?\.html$/, '').replace(/\/$/, '')}`;
}

/** Not part of the shop: the 404 page, the marketers' editor and the desk, which works on orders that exist already. */
const NO_SHOP_PAGE = /^\/(?:404$|(?:admin|desk)(?:\/|$))/;

/** Every other page is closed, also pages that are added later. */
function staysOpen(address: string): boolean {
  return openBeforeLaunch.includes(address) || NO_SHOP_PAGE.test(address);
}

/** URLs that netlify.toml rewrites to pages. */
function otherNames(settings: string): string[] {
  const { redirects = [] } = parse(settings) as { redirects?: { from: string; to: string }[] };
  return redirects.filter(({ to }) => !staysOpen(to)).map(({ from }) => from);
}

/**
 * Netlify's `_redirects`: the home page serves the waitlist by a rewrite, without a further round trip; every other URL
 * redirects there. `!` forces the rule even if a file of that name exists.
 */
function rulesFor(addresses: readonly string[]): string {
  const rules = new Set<string>();
  for (const address of addresses) {
    const folder = /^\/[^/]+\//.exec(address)?.[0];
    const isAllClosed = folder !== undefined && !openBeforeLaunch.some((open) => open.startsWith(folder));
    if (address === '/') rules.add(`/ ${comingSoonPath} 200!`);
    else rules.add(`${isAllClosed ? `${folder}*` : address} ${comingSoonPath} 302!`);
  }
  return `${[...rules].sort().join('\n')}\n`;
}
