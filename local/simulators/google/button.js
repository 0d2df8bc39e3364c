/** Inside the button's frame: opens the window that chooses an account, and passes on the result. */
const button = document.querySelector('button');
const params = new URLSearchParams(location.search);
let popup;

const tell = (message) => window.parent.postMessage(message, location.origin);

button?.addEventListener('click', () => {
  if (popup && !popup.closed) {
    popup.focus();
    return;
  }
  const wanted = new URLSearchParams({ client_id: params.get('client_id') });
  const [width, height] = [500, 700];
  const left = Math.max(0, screenX + (outerWidth - width) / 2);
  const top = Math.max(0, screenY + (outerHeight - height) / 2);
  const place = `popup,width=${width},height=${height},left=${left},top=${top}`;
  popup = window.open(`/__google/accounts?${wanted}`, 'g_auth', place);
  if (!popup) console.warn('[GSI_LOGGER, local simulator]: Failed to open popup window. Maybe blocked?');
});

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== popup || data?.google !== 'credential') return;
  tell({ google: 'credential', credential: data.credential, select_by: data.select_by });
});
