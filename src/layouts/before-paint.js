(() => {
  const root = document.documentElement;
  let theme;
  try {
    theme = localStorage.getItem(document.currentScript.dataset.themeKey);
  } catch {}
  root.dataset.theme = theme === 'dark' ? 'dark' : 'light';

  if (location.search && location.pathname === '/collection') root.dataset.narrowed = '';

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
