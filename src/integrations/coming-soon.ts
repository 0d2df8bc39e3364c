/**
 * SHOP_MODE=coming-soon: the waitlist page in front of the shop. Pages that are not open yet are taken out of the site with
 * the pictures that they show, so that nothing of the collection can be seen before its day, and rules of Netlify's own lead
 * their addresses to the waitlist.
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

/** Masters of public/, whose names could be guessed. The editor's previews have them from the repository. */
const COLLECTION_PICTURES = ['products', 'campaign'];

/** `/cart` of `cart.html`, `/` of `index.html`. */
function addressOf(file: string): string {
  return `/${file.replace(/(?:(?<=^|\/)index)?\.html$/, '').replace(/\/$/, '')}`;
}

/** Not the shop's: the page for what is not there, and the marketers' editor. */
const NO_SHOP_PAGE = /^\/(?:404$|admin(?:\/|$))/;

/** Whatever else is built is closed, also what is added tomorrow. */
function staysOpen(address: string): boolean {
  return openBeforeLaunch.includes(address) || NO_SHOP_PAGE.test(address);
}

/** Addresses that netlify.toml gives to pages beside their own. */
function otherNames(settings: string): string[] {
  const { redirects = [] } = parse(settings) as { redirects?: { from: string; to: string }[] };
  return redirects.filter(({ to }) => !staysOpen(to)).map(({ from }) => from);
}

/**
 * Netlify's `_redirects`: the home page shows the waitlist at its own address, without a further round trip; every other
 * address leads there. `!` holds against a file of that name as well.
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
