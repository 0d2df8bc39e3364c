(() => {
  const root = document.documentElement;
  let theme;
  try {
    theme = localStorage.getItem(document.currentScript.dataset.themeKey);
  } catch {}
  root.dataset.theme = theme === 'dark' ? 'dark' : 'light';

  // Who pays for every byte, or waits for it: nothing is fetched ahead, and pictures further down come small.
  const { saveData, effectiveType } = navigator.connection ?? {};
  if (saveData || /2g/.test(effectiveType)) {
    root.dataset.sparing = '';
    new MutationObserver(() => {
      for (const image of document.querySelectorAll('img[loading=lazy]')) image.sizes = '1px';
    }).observe(root, { childList: true, subtree: true });
  }

  // The whole style sheet (src/integrations/critical-styles.ts).
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target.dataset?.later === '') target.media = 'all';
    },
    true,
  );

  const held = [];
  const hold = (event) => {
    const target = event.target.closest('[data-tap]');
    if (!target || (event.type === 'submit') !== (target.localName === 'form')) return;
    event.preventDefault();
    if (!held.includes(target) || target.matches('[data-step]')) held.push(target);
  };
  addEventListener('click', hold, true);
  addEventListener('submit', hold, true);
  window.releaseTaps = () => {
    removeEventListener('click', hold, true);
    removeEventListener('submit', hold, true);
    return held;
  };
})();
