/** Inside Razorpay's payment window: in a frame over the shop's page, or alone if the shop wants a redirect. */
const options = JSON.parse(document.getElementById('options').textContent);
const form = document.getElementById('pay');
const notice = document.getElementById('alert');
const isFramed = window.parent !== window;
const field = (id) => document.getElementById(id);
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
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    back.append(input);
  }
  document.body.append(back);
  back.submit();
}

function postFailure({ code, description, source, step, reason, metadata }) {
  post({
    'error[code]': code,
    'error[description]': description,
    'error[source]': source,
    'error[step]': step,
    'error[reason]': reason,
    'error[metadata]': JSON.stringify(metadata),
  });
}

function dismiss() {
  if (over) return;
  if (options.modal?.confirm_close && !confirm('Do you really want to cancel the payment?')) return;
  if (isFramed) {
    tell('dismissed');
    return;
  }
  if (!options.callback_url) return;
  postFailure({
    code: 'BAD_REQUEST_ERROR',
    description: 'Payment processing cancelled by user',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'payment_cancelled',
    metadata: { order_id: options.order_id },
  });
}

function showPanel() {
  const { method } = Object.fromEntries(new FormData(form));
  for (const panel of form.querySelectorAll('[data-method]')) panel.hidden = panel.dataset.method !== method;
}

function say(text) {
  notice.textContent = text;
  notice.hidden = false;
  notice.scrollIntoView({ block: 'nearest' });
}

function isCard(number) {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce(
    (total, digit, at) => total + (at % 2 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit] : digit),
    0,
  );
  return /^\d{13,19}$/.test(number) && sum % 10 === 0;
}

function isAhead(expiry) {
  const [, month, year] = /^(\d\d)\s*\/\s*(\d\d)$/.exec(expiry) ?? [];
  return (
    Number(month) >= 1 && Number(month) <= 12 && new Date(2000 + Number(year), Number(month)) > new Date()
  );
}

/** @returns the payment data; a text if the form is invalid */
function readMeans() {
  const { method } = Object.fromEntries(new FormData(form));
  if (method === 'card') {
    const cardNumber = field('number').value.replaceAll(/\s/g, '');
    if (!isCard(cardNumber)) return 'Please enter a valid card number.';
    if (!isAhead(field('expiry').value))
      return 'Please enter an expiry date that is still to come, as MM/YY.';
    if (!/^\d{3,4}$/.test(field('cvv').value)) return 'Please enter a valid CVV.';
    return { method, cardNumber, good: cardNumber !== '4000000000000002' };
  }
  if (method === 'netbanking') return { method, good: field('bank').value === 'good' };
  const vpa = field('vpa').value.trim();
  if (vpa !== 'success@razorpay' && vpa !== 'failure@razorpay') {
    return 'Here success@razorpay pays and failure@razorpay fails; no other UPI ID is known.';
  }
  return { method, vpa, good: vpa === 'success@razorpay' };
}

async function send(declined, lost) {
  const means = readMeans();
  if (typeof means === 'string') {
    say(means);
    return;
  }
  const { good, ...rest } = means;
  notice.hidden = true;
  setBusy(true);
  const outcome = declined || !good ? 'failed' : field('authorise').checked ? 'authorized' : 'captured';
  const { key, order_id, amount, currency } = options;
  const request = { key, order_id, amount, currency, outcome, webhook: field('webhook').value, ...rest };
  for (const name of ['email', 'contact']) if (field(name).value) request[name] = field(name).value;
  try {
    const answer = await fetch('/__razorpay/pay', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    finish(await answer.json(), lost);
  } catch {
    say('The simulator does not answer: is the shop still running?');
    setBusy(false);
  }
}

function finish(response, lost) {
  if (response.error) {
    fail(response);
    return;
  }
  over = true;
  if (lost) {
    form.hidden = true;
    field('close').hidden = true;
    field('gone').hidden = false;
  } else if (isFramed) {
    tell('paid', response);
  } else {
    post(response);
  }
}

function fail(response) {
  if (!isFramed) {
    postFailure(response.error);
    return;
  }
  tell('failed', response);
  say(`Payment failed. ${response.error.description} You may try again.`);
  setBusy(false);
}

function setBusy(busy) {
  for (const button of form.querySelectorAll('button')) button.disabled = busy;
}

field('close').addEventListener('click', dismiss);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && options.modal?.escape !== false) dismiss();
});
if (form) {
  showPanel();
  form.addEventListener('change', showPanel);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(false, false);
  });
  field('decline').addEventListener('click', () => void send(true, false));
  field('lose').addEventListener('click', () => void send(false, true));
}
if (!isFramed && options.timeout) setTimeout(dismiss, options.timeout * 1_000);
