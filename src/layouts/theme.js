// The first look into localStorage takes a slow phone 30 ms before the first paint, and a first visit has chosen no theme.
// Without a service worker, before-paint.js reads the theme after the bar. The layout puts in the key.
if (navigator.serviceWorker?.controller && localStorage.getItem('theme-key') === 'dark')
  document.documentElement.dataset.theme = 'dark';
