import { cacheNames } from '../contract/offline.ts';

/**
 * The script of the offline page: lists the pages that open without a network, and returns when the network is back.
 */
let isLeaving = false;
// A reload would cancel the navigation that a tap on a link has just started.
document.addEventListener('click', ({ target }) => {
  isLeaving ||= target instanceof Element && target.closest('a') !== null;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});
addEventListener('online', () => {
  if (!isLeaving) location.reload();
});
document.querySelector('[data-try-again]')?.addEventListener('click', () => location.reload());
void showSeen();

async function showSeen(): Promise<void> {
  const section = document.querySelector<HTMLElement>('[data-seen]');
  const template = section?.querySelector('template');
  if (!section || !template || !('caches' in globalThis) || !(await caches.has(cacheNames.seen))) return;
  const { seenPages } = await import('./cached-pages.ts');
  const pages = await seenPages();
  const items = pages.map(({ page, title }) => {
    const item = template.content.cloneNode(true) as DocumentFragment;
    const link = item.querySelector('a');
    if (link) {
      link.href = page;
      // Every title ends with the brand.
      link.textContent = title.replace(/ \| [^|]*$/, '');
    }
    return item;
  });
  section.querySelector('ul')?.replaceChildren(...items);
  section.hidden = items.length === 0;
}
