import { readTab, writeTab } from '../client/tab-storage.ts';
import { scriptsOf } from './html.ts';
import { forgetPage } from './cached-pages.ts';
import { keepTyped } from './form-restore.ts';
import { pageName } from './cache-strategies.ts';

const MOVED_TO = 'taana-moved-to';

/**
 * A module that the page asked for did not come. Where the shop has another build of the page by now, that is why, and
 * the page moves to it by being loaded again: cart, hearts and drafts are in storage, and what was typed is put there.
 * Never twice to the same build: what the page is loaded from may be behind the shop.
 */
export async function moveToNewBuild(): Promise<void> {
  try {
    const response = await fetch(location.href, { cache: 'no-store' });
    // A page that has left the shop is not there in the new build either, and its address says so.
    if (response.status >= 500) return;
    const theirs = scriptsOf(await response.text());
    const ours = scriptsOf(document.documentElement.outerHTML);
    const name = theirs.join(' ');
    if (theirs.length === 0 || ours.every((script) => theirs.includes(script))) return;
    if (readTab(MOVED_TO) === name) return;
    writeTab(MOVED_TO, name);
    // Where nothing can be remembered, nothing would stop a loop.
    if (readTab(MOVED_TO) !== name) return;
    // Else the page of the old build would stand in for the new one.
    await forgetPage(pageName(new URL(location.href))).catch(() => undefined);
    keepTyped();
    location.reload();
  } catch {
    // No network: that is why the module did not come.
  }
}
