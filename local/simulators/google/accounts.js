/** Inside the window that chooses an account. */
const form = document.getElementById('other');
const notice = document.getElementById('alert');
const params = new URLSearchParams(location.search);
const shop = window.opener;

function say(text) {
  notice.textContent = text;
  notice.hidden = false;
  notice.scrollIntoView({ block: 'nearest' });
}

function setBusy(busy) {
  for (const button of document.querySelectorAll('button')) button.disabled = busy;
}

async function enter(who) {
  notice.hidden = true;
  setBusy(true);
  const flaw = document.getElementById('flaw')?.value;
  const request = { client_id: params.get('client_id'), by: 'button', flaw, ...who };
  try {
    const answer = await fetch('/__google/credential', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    const { credential, select_by, error } = await answer.json();
    if (!answer.ok) {
      say(error);
    } else if (params.has('client_id')) {
      shop?.postMessage({ google: 'credential', credential, select_by }, location.origin);
      if (shop) window.close();
      else say('The page that opened this window is gone. Please go back to the shop and try again.');
    } else {
      location.reload();
    }
  } catch {
    say('The simulator does not answer: is the shop still running?');
  }
  setBusy(false);
}

for (const button of document.querySelectorAll('button[data-sub]')) {
  button.addEventListener('click', () => void enter({ sub: button.dataset.sub }));
}
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const { email, name } = Object.fromEntries(new FormData(form));
  const verified = document.getElementById('verified').checked;
  void enter({ email: email.trim(), name: name.trim(), verified });
});
document.getElementById('cancel')?.addEventListener('click', () => window.close());
