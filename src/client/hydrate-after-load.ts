import type { ClientDirective } from 'astro';

/**
 * Hydrates an island once the page has loaded and the browser is idle, or as soon as a shopper touches the island or
 * types in it, whichever is first. Until then its HTML does the work.
 */
const hydrateAfterLoad: ClientDirective = (load, _options, island) => {
  let isStarted = false;
  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    // Named by the page (src/integrations/page-modules), so that no module waits for another to ask for it.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-island]')) {
      link.rel = 'modulepreload';
    }
    const hydrate = await load();
    await hydrate();
  };
  const onTouch = ({ target }: Event) => {
    // What the page's own script carries out (components/shop/cart-lines) is answered first: to hydrate between the
    // finger and its answer makes a cheap phone wait for React.
    if (!(target instanceof Element && target.closest('[data-cart-tap]'))) void start();
  };
  for (const sign of ['pointerdown', 'focusin', 'keydown']) island.addEventListener(sign, onTouch, true);
  const rest = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start));
  if (document.readyState === 'complete') rest();
  else addEventListener('load', rest, { once: true });
};

export default hydrateAfterLoad;
