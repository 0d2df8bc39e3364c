/** Inside Razorpay's payment window: in a frame over the shop's page, or alone if the shop wants a redirect. */
const field = (id) => document.getElementById(id);
const options = JSON.parse(field('options').textContent);
const form = field('pay');
const isFramed = window.parent !== window;
let over = false;

function tell(razorpay, response) {
  window.parent.postMessage({ razorpay, response }, location.origin);
}

/** Posts a form back to the shop, as Razorpay does if there is no handler to call. */
function post(fields) {
  const back = document.createElement('form');
  back.method = 'post';
  back.action = options.callback_url;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    back.append(input);
  }
  document.body.append(back);
  back.submit();
}

function postFailure({ metadata, ...error }) {
  const fields = Object.entries(error).map(([name, value]) => [`error[${name}]`, value]);
  post({ ...Object.fromEntries(fields), 'error[metadata]': JSON.stringify(metadata) });
}

function dismiss() {
  if (over) return;
  if (options.modal?.confirm_close && !confirm('Do you really want to cancel the payment?')) return;
  if (isFramed) {
    tell('dismissed');
    return;
  }
  postFailure({
    code: 'BAD_REQUEST_ERROR',
    description: 'Payment processing cancelled by user',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'payment_cancelled',
    metadata: { order_id: options.order_id },
  });
}

/** Only the fields of the chosen method count. */
function showPanel() {
  const { method } = Object.fromEntries(new FormData(form));
  for (const panel of form.querySelectorAll('[data-method]')) {
    panel.hidden = panel.dataset.method !== method;
    panel.disabled = panel.hidden;
  }
}

async function send(how) {
  setBusy(true);
  const { key, order_id, amount, currency } = options;
  const means = Object.fromEntries(new FormData(form));
  try {
    const answer = await fetch('/__razorpay/pay', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key, order_id, amount, currency, ...means, declined: how === 'declined' }),
    });
    finish(await answer.json(), how);
  } catch {
    field('alert').textContent = 'The simulator does not answer: is the shop still running?';
    field('alert').hidden = false;
    setBusy(false);
  }
}

function finish(response, how) {
  over = true;
  if (response.error) {
    if (isFramed) tell('failed', response);
    else postFailure(response.error);
  } else if (how === 'lost') {
    form.hidden = true;
    field('close').hidden = true;
    field('gone').hidden = false;
  } else if (isFramed) {
    tell('paid', response);
  } else {
    post(response);
  }
}

function setBusy(busy) {
  for (const button of form.querySelectorAll('button')) button.disabled = busy;
}

field('close').addEventListener('click', dismiss);
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') dismiss();
});
if (form) {
  showPanel();
  form.addEventListener('change', showPanel);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send('paid');
  });
  field('decline').addEventListener('click', () => void send('declined'));
  field('lose').addEventListener('click', () => void send('lost'));
}
if (!isFramed && options.timeout) setTimeout(dismiss, options.timeout * 1_000);
