import type { ClientDirective } from 'astro';

/**
 * Hydrates an island when the page has loaded and the browser is idle, or when a shopper touches the island or types in
 * it, whichever is first. Until then its HTML works without script.
 */
const hydrateAfterLoad: ClientDirective = (load, _options, island) => {
  let isStarted = false;
  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    // The page names the modules (src/integrations/page-modules), so that they load in parallel. To ask for all of them
    // takes a slow phone 100 ms, so taps come in between.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-island]')) {
      link.rel = 'modulepreload';
      await new Promise((resolve) => setTimeout(resolve));
    }
    const hydrate = await load();
    await hydrate();
  };
  const onTouch = ({ target }: Event) => {
    // The page's own script (components/shop/cart-lines) handles these taps first: hydration before the response would
    // make a slow phone wait for React.
    if (!(target instanceof Element && target.closest('[data-cart-tap]'))) void start();
  };
  for (const sign of ['pointerdown', 'focusin', 'keydown']) island.addEventListener(sign, onTouch, true);
  const rest = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start));
  if (document.readyState === 'complete') rest();
  else addEventListener('load', rest, { once: true });
};

export default hydrateAfterLoad;
