(() => {
  const root = document.documentElement;
  // The layout puts in the keys.
  try {
    if (localStorage.getItem('theme-key') === 'dark') root.dataset.theme = 'dark';
    if (localStorage.getItem('font-key')) root.dataset.textFont = '';
  } catch {}

  // The URL has filters: the full list is not shown first (features/collection).
  if (location.search) root.dataset.narrowed = '';

  // With data saving or a slow network: no prefetch, and smaller pictures further down.
  const { connection } = navigator;
  const sparing = connection?.saveData || /2g/.test(connection?.effectiveType);
  if (sparing) root.dataset.sparing = '';

  // Chromium fetches lazy pictures earlier on slow networks. These wait until they are in view; after the first scroll,
  // until they are half a window away.
  const watch = (rootMargin) =>
    new IntersectionObserver(
      (entries) => {
        for (const entry of entries) if (entry.isIntersecting) show(entry.target);
      },
      { rootMargin },
    );
  let watcher = watch('-1px');
  const show = (image) => {
    watcher.unobserve(image);
    const { src } = image.dataset;
    if (sparing) image.sizes = '1px';
    image.loading = 'eager';
    image.srcset = [180, 360, 540, 720, 1080]
      .map((width) => `${src.replace(/540$/, width)} ${width}w`)
      .join();
    image.src = src;
    delete image.dataset.src;
  };
  new MutationObserver(() => {
    for (const image of document.querySelectorAll('[width="540"][loading=lazy]:not([data-src])')) {
      image.dataset.src = image.src;
      image.removeAttribute('src');
      watcher.observe(image);
    }
  }).observe(root, { childList: true, subtree: true });
  addEventListener(
    'scroll',
    () => {
      watcher.disconnect();
      watcher = watch('50% 0px');
      for (const image of document.querySelectorAll('[data-src]')) watcher.observe(image);
    },
    { once: true },
  );

  // The full style sheet (src/integrations/critical-styles.ts).
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target.media === 'print') target.media = 'all';
    },
    true,
  );

  const taps = [];
  const hold = (event) => {
    const target = event.target.closest('[data-tap]');
    // What a native `command` opens needs no script.
    if (!target || target.commandForElement || (event.type === 'submit') !== target.matches('form')) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Impatient users tap again: repeated taps count once.
    if (!taps.includes(target) || target.matches('[data-step]')) taps.push(target);
    // The link navigates anyway if its code does not load.
    if (target.href) setTimeout(() => taps.includes(target) && location.assign(target.href), 3000);
  };
  const listen = (how) => {
    window[how]('click', hold, true);
    window[how]('submit', hold, true);
  };
  window.holdTaps = () => listen('addEventListener');
  window.releaseTaps = () => {
    listen('removeEventListener');
    return taps.splice(0);
  };
  holdTaps();
})();
