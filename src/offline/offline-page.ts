import { keptIn } from '../contract/offline.ts';

/** The offline page's own script: what can be opened, and the way back when the network is there again. */
let isLeaving = false;
// A page that is loaded again takes back the tap that was about to leave it.
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
  if (!section || !template || !('caches' in globalThis) || !(await caches.has(keptIn.seen))) return;
  const { seenPages } = await import('./cached-pages.ts');
  const pages = await seenPages();
  const items = pages.map(({ page, title }) => {
    const item = template.content.cloneNode(true) as DocumentFragment;
    const link = item.querySelector('a');
    if (link) {
      link.href = page;
      // The brand stands behind every title.
      link.textContent = title.replace(/ \| [^|]*$/, '');
    }
    return item;
  });
  section.querySelector('ul')?.replaceChildren(...items);
  section.hidden = items.length === 0;
}
