(() => {
  const root = document.documentElement;
  const { themeKey, fontKey } = document.currentScript.dataset;
  try {
    const theme = localStorage.getItem(themeKey);
    if (theme === 'dark' || (!theme && matchMedia('(prefers-color-scheme: dark)').matches)) {
      root.dataset.theme = 'dark';
    }
    if (localStorage.getItem(fontKey)) root.dataset.textFont = '';
    const me = JSON.parse(sessionStorage.getItem('taana-desk'));
    if (me) root.dataset.role = me.role;
  } catch {}

  // The full style sheet (src/integrations/critical-styles.ts).
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target.dataset?.later === '') target.media = 'all';
    },
    true,
  );

  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('input, textarea, select, [contenteditable]')) return;
    const field = document.querySelector('[data-desk-search]');
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select?.();
  });
})();
