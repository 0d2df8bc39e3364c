/** Inside One Tap's frame. */
const box = document.getElementById('one-tap');
const notice = document.getElementById('alert');
const params = new URLSearchParams(location.search);

const tell = (message) => window.parent.postMessage(message, location.origin);

async function enter(sub) {
  for (const button of box.querySelectorAll('button')) button.disabled = true;
  try {
    const answer = await fetch('/__google/credential', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id: params.get('client_id'), sub, by: 'fedcm' }),
    });
    const { credential, select_by, error } = await answer.json();
    if (!answer.ok) throw new Error(error);
    tell({ google: 'credential', credential, select_by });
  } catch (error) {
    notice.textContent = error.message;
    notice.hidden = false;
    for (const button of box.querySelectorAll('button')) button.disabled = false;
  }
}

if (box.dataset.none) {
  tell({ google: 'none', reason: box.dataset.none });
} else {
  new ResizeObserver(() =>
    tell({ google: 'show', height: Math.ceil(box.getBoundingClientRect().height) }),
  ).observe(box);
  document.getElementById('close').addEventListener('click', () => tell({ google: 'close' }));
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell({ google: 'close' });
  });
  for (const button of box.querySelectorAll('button[data-sub]')) {
    button.addEventListener('click', () => void enter(button.dataset.sub));
  }
}
