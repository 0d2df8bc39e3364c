/** Inside the button's frame: opens the window that chooses an account, and passes on the result. */
const wanted = new URLSearchParams({ client_id: new URLSearchParams(location.search).get('client_id') });
let popup;

document.querySelector('button')?.addEventListener('click', () => {
  popup = window.open(`/__google/accounts?${wanted}`, 'g_auth', 'popup,width=500,height=700');
  if (!popup) console.warn('[GSI_LOGGER, local simulator]: Failed to open popup window. Maybe blocked?');
});

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== popup || data?.google !== 'credential') return;
  window.parent.postMessage(data, location.origin);
});
