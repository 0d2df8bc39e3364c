/**
 * `window.Razorpay` with the API of Razorpay's own checkout.js. It is stricter: an undocumented option, or a value that
 * would fail later, throws at once.
 */
(() => {
  const PAGE = '/__razorpay/checkout';

  /** Documented options; `null` marks those that this simulator does not support. */
  const KNOWN = {
    key: 'string',
    amount: 'amount',
    currency: 'string',
    name: 'string',
    description: 'string',
    image: 'string',
    order_id: 'string',
    prefill: { name: 'string', email: 'string', contact: 'string', method: 'string' },
    notes: 'object',
    theme: { color: 'string', backdrop_color: 'string', hide_topbar: 'boolean' },
    modal: {
      backdropclose: 'boolean',
      escape: 'boolean',
      handleback: 'boolean',
      confirm_close: 'boolean',
      ondismiss: 'function',
      animation: 'boolean',
    },
    handler: 'function',
    callback_url: 'string',
    redirect: 'boolean',
    timeout: 'number',
    remember_customer: 'boolean',
    readonly: { contact: 'boolean', email: 'boolean', name: 'boolean' },
    hidden: { contact: 'boolean', email: 'boolean' },
    send_sms_hash: 'boolean',
    allow_rotation: 'boolean',
    retry: { enabled: 'boolean', max_count: 'number' },
    config: 'object',
    customer_id: null,
    subscription_id: null,
    subscription_card_change: null,
    recurring: null,
  };
  const NEEDED = ['key', 'amount', 'currency', 'name', 'order_id'];

  const refuse = (message) => {
    throw new TypeError(`Razorpay (local simulator): ${message}`);
  };

  function checkOne(name, value, type) {
    if (type === undefined) refuse(`there is no option ${name}.`);
    if (type === null) refuse(`the option ${name} is not served here.`);
    if (value === undefined) return;
    if (type === 'amount') {
      if (!/^\d+$/.test(String(value))) refuse(`${name} must be a whole number of paise.`);
      return;
    }
    const wanted = typeof type === 'object' ? 'object' : type;
    const given = typeof value;
    if (given !== wanted || value === null) refuse(`${name} must be of type ${wanted}.`);
    if (typeof type === 'object') check(value, type, `${name}.`);
  }

  function check(options, known, path) {
    for (const [name, value] of Object.entries(options)) checkOne(`${path}${name}`, value, known[name]);
  }

  /** What each rule requires, and the check of it. */
  const RULES = [
    ['key is not a key id.', ({ key }) => /^rzp_(?:test|live)_\w{14}$/.test(key)],
    ['order_id is not the id of an order.', ({ order_id }) => /^order_\w{14}$/.test(order_id)],
    ['handler or callback_url is needed.', ({ handler, callback_url }) => handler || callback_url],
    ['redirect needs callback_url.', ({ redirect, callback_url }) => !redirect || callback_url],
    [
      'timeout must be a number of seconds.',
      ({ timeout }) => timeout === undefined || (Number.isInteger(timeout) && timeout > 0),
    ],
  ];

  function checkAll(options) {
    if (typeof options !== 'object' || options === null) refuse('options are missing.');
    check(options, KNOWN, '');
    for (const name of NEEDED) if (!options[name]) refuse(`the option ${name} is missing.`);
    for (const [demand, keeps] of RULES) if (!keeps(options)) refuse(demand);
  }

  function post(address, fields, target) {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = address;
    form.hidden = true;
    if (target) form.target = target;
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input');
      input.type = 'hidden';
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
    form.remove();
  }

  class Razorpay {
    #options;
    #listeners = new Map();
    #frame;
    #timer;
    #overflow = '';
    #focused;

    constructor(options) {
      checkAll(options);
      this.#options = options;
    }

    on(name, listener) {
      if (name !== 'payment.failed') refuse(`there is no event ${name}.`);
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
      return this;
    }

    open() {
      if (this.#frame) return;
      const options = JSON.stringify(this.#options);
      if (this.#options.redirect) {
        post(PAGE, { options });
        return;
      }
      this.#show();
      post(PAGE, { options }, this.#frame.name);
      addEventListener('message', this.#hear);
      addEventListener('keydown', this.#key);
      const { timeout } = this.#options;
      if (timeout) this.#timer = setTimeout(() => this.#dismiss('timeout'), timeout * 1_000);
    }

    close() {
      if (!this.#frame) return;
      clearTimeout(this.#timer);
      removeEventListener('message', this.#hear);
      removeEventListener('keydown', this.#key);
      this.#frame.remove();
      this.#frame = undefined;
      document.documentElement.style.setProperty('overflow', this.#overflow);
      if (this.#focused instanceof HTMLElement) this.#focused.focus();
    }

    #show() {
      const frame = document.createElement('iframe');
      frame.name = `razorpay-${Date.now()}`;
      frame.title = 'Razorpay payment window';
      frame.className = 'razorpay-checkout-frame';
      // The shop's CSP refuses style attributes; styles set by script are allowed.
      const style = { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0' };
      for (const [name, value] of Object.entries(style)) frame.style.setProperty(name, value);
      frame.style.setProperty('z-index', '2147483647');
      frame.style.setProperty('background', '#f5f2eb');
      this.#focused = document.activeElement;
      this.#overflow = document.documentElement.style.getPropertyValue('overflow');
      document.documentElement.style.setProperty('overflow', 'hidden');
      document.body.append(frame);
      frame.addEventListener('load', () => frame.focus());
      this.#frame = frame;
    }

    #key = (event) => {
      if (event.key === 'Escape' && this.#options.modal?.escape !== false) this.#dismiss();
    };

    #hear = (event) => {
      if (event.origin !== location.origin || event.source !== this.#frame?.contentWindow) return;
      const { razorpay, response } = event.data ?? {};
      if (razorpay === 'dismissed') this.#dismiss();
      if (razorpay === 'failed') this.#fail(response);
      if (razorpay === 'paid') this.#succeed(response);
    };

    #dismiss(reason) {
      this.close();
      this.#options.modal?.ondismiss?.(reason);
    }

    /** The window stays open for another attempt, unless the shop turned retries off. */
    #fail(response) {
      const again = this.#options.retry?.enabled !== false;
      if (!again) this.close();
      for (const listener of this.#listeners.get('payment.failed') ?? []) listener(response);
      if (!again) this.#options.modal?.ondismiss?.();
    }

    #succeed(response) {
      this.close();
      if (this.#options.handler) this.#options.handler(response);
      else post(this.#options.callback_url, response);
    }
  }

  window.Razorpay = Razorpay;
})();
