/** Inside the two places where an account is chosen: One Tap's frame, and the window that the button opens. */
const byId = (id) => document.getElementById(id);
const oneTap = byId('one-tap');
const client_id = new URLSearchParams(location.search).get('client_id');
const shop = oneTap ? window.parent : window.opener;
const tell = (message) => shop.postMessage(message, location.origin);

function setBusy(busy) {
  for (const button of document.querySelectorAll('button')) button.disabled = busy;
}

async function enter(who) {
  setBusy(true);
  try {
    const answer = await fetch('/__google/credential', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id, ...who }),
    });
    const { credential, error } = await answer.json();
    if (error) throw new Error(error);
    if (client_id === null) {
      location.reload();
      return;
    }
    if (!shop) throw new Error('The page that opened this window is gone. Please try again from the shop.');
    tell({ google: 'credential', credential });
    if (!oneTap) window.close();
  } catch (error) {
    byId('alert').textContent = error.message;
    byId('alert').hidden = false;
    setBusy(false);
  }
}

for (const button of document.querySelectorAll('button[data-sub]')) {
  button.addEventListener('click', () => void enter({ sub: button.dataset.sub }));
}
byId('other')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const { email, name } = Object.fromEntries(new FormData(event.target));
  void enter({ email: email.trim(), name: name.trim(), verified: byId('verified').checked });
});
byId('cancel')?.addEventListener('click', () => window.close());

if (oneTap?.dataset.none) {
  tell({ google: 'none' });
} else if (oneTap) {
  new ResizeObserver(() =>
    tell({ google: 'show', height: Math.ceil(oneTap.getBoundingClientRect().height) }),
  ).observe(oneTap);
  byId('close').addEventListener('click', () => tell({ google: 'close' }));
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell({ google: 'close' });
  });
}
