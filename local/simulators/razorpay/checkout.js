/**
 * `window.Razorpay` with the part of the API of Razorpay's own checkout.js that the shop uses. It is stricter: another
 * option, or a value that would fail later, throws at once.
 */
(() => {
  const PAGE = '/__razorpay/checkout';

  const isText = (value) => typeof value === 'string';
  const isMaybeText = (value) => value === undefined || isText(value);
  const isAmount = (value) => /^\d+$/.test(String(value));
  const isSwitch = (value) => value === undefined || typeof value === 'boolean';

  /** What each option must be. */
  const KNOWN = {
    key: (value) => /^rzp_(?:test|live)_\w{14}$/.test(value),
    order_id: (value) => /^order_\w{14}$/.test(value),
    amount: isAmount,
    currency: isText,
    name: isText,
    description: isMaybeText,
    prefill: { name: isMaybeText, email: isMaybeText, contact: isMaybeText },
    notes: (value) => typeof value === 'object',
    theme: { color: isMaybeText },
    modal: { confirm_close: isSwitch, ondismiss: (value) => typeof value === 'function' },
    timeout: (value) => Number.isInteger(value) && value > 0,
    retry: { enabled: (value) => value === false },
    handler: (value, { redirect }) => (typeof value === 'function') !== (redirect === true),
    redirect: isSwitch,
    callback_url: (value, { redirect }) => isText(value) === (redirect === true),
  };

  const refuse = (message) => {
    throw new TypeError(`Razorpay (local simulator): ${message}`);
  };

  function check(options, known, path = '') {
    if (typeof options !== 'object' || options === null)
      refuse(`${path || 'the options'} must be an object.`);
    for (const name of Object.keys(options)) {
      if (!Object.hasOwn(known, name)) refuse(`the option ${path}${name} is not served here.`);
    }
    for (const [name, rule] of Object.entries(known)) {
      const value = options[name];
      if (typeof rule === 'object') check(value, rule, `${path}${name}.`);
      else if (!rule(value, options)) refuse(`the option ${path}${name} is missing or wrong.`);
    }
  }

  /** The window, or without a target the page itself, gets the options. */
  function post(options, target) {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: PAGE, hidden: true });
    if (target) form.target = target;
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name: 'options', value: JSON.stringify(options) });
    form.append(input);
    document.body.append(form);
    form.submit();
    form.remove();
  }

  class Razorpay {
    #options;
    #listeners = [];
    #frame;
    #timer;
    #overflow = '';
    #focused;

    constructor(options) {
      check(options, KNOWN);
      this.#options = options;
    }

    on(name, listener) {
      if (name !== 'payment.failed') refuse(`there is no event ${name}.`);
      this.#listeners.push(listener);
    }

    open() {
      if (this.#frame) return;
      if (this.#options.redirect) {
        post(this.#options);
        return;
      }
      this.#show();
      post(this.#options, this.#frame.name);
      addEventListener('message', this.#hear);
      addEventListener('keydown', this.#key);
      this.#timer = setTimeout(() => this.#dismiss('timeout'), this.#options.timeout * 1_000);
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
      Object.assign(frame.style, {
        position: 'fixed',
        inset: '0',
        width: '100%',
        height: '100%',
        border: '0',
        zIndex: '2147483647',
        background: '#f5f2eb',
      });
      this.#focused = document.activeElement;
      this.#overflow = document.documentElement.style.getPropertyValue('overflow');
      document.documentElement.style.setProperty('overflow', 'hidden');
      document.body.append(frame);
      frame.addEventListener('load', () => frame.focus());
      this.#frame = frame;
    }

    #key = ({ key }) => {
      if (key === 'Escape') this.#dismiss();
    };

    #hear = ({ origin, source, data }) => {
      if (origin !== location.origin || source !== this.#frame?.contentWindow) return;
      const { razorpay, response } = data ?? {};
      if (razorpay === 'dismissed') this.#dismiss();
      if (razorpay === 'failed') {
        this.close();
        for (const listener of this.#listeners) listener(response);
        this.#options.modal.ondismiss();
      }
      if (razorpay === 'paid') {
        this.close();
        this.#options.handler(response);
      }
    };

    #dismiss(reason) {
      this.close();
      this.#options.modal.ondismiss(reason);
    }
  }

  window.Razorpay = Razorpay;
})();
