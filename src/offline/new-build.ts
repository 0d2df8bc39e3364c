import { readTab, writeTab } from '../client/tab-storage.ts';
import { scriptsOf } from './html.ts';
import { uncachePage } from './cached-pages.ts';
import { saveFields } from './form-restore.ts';
import { pageName } from './cache-strategies.ts';

const MOVED_TO = 'taana-moved-to';

/**
 * Runs when a module of the page did not load. If the shop has a newer build of the page, that is the reason, and the
 * page reloads: cart, wishlist and drafts are in storage, and form fields are saved there too. Never twice for the same
 * build, because the source of the reload can be older than the shop.
 */
export async function moveToNewBuild(): Promise<void> {
  try {
    const response = await fetch(location.href, { cache: 'no-store' });
    // A 404 goes on: a page that was removed from the shop is missing in the new build too, and a reload shows that.
    if (response.status >= 500) return;
    const theirs = scriptsOf(await response.text());
    const ours = scriptsOf(document.documentElement.outerHTML);
    const name = theirs.join(' ');
    if (theirs.length === 0 || ours.every((script) => theirs.includes(script))) return;
    if (readTab(MOVED_TO) === name) return;
    writeTab(MOVED_TO, name);
    // Without storage nothing would stop a reload loop.
    if (readTab(MOVED_TO) !== name) return;
    // Otherwise the reload could show the cached page of the old build.
    await uncachePage(pageName(new URL(location.href))).catch(() => undefined);
    saveFields();
    location.reload();
  } catch {
    // There is no network, so the module could not load.
  }
}
