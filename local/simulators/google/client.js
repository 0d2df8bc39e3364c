/**
 * `window.google.accounts.id` with the part of the API of Google's own gsi/client that the shop uses. It is stricter: an
 * unknown option or value throws at once, even if Google only logs a warning. One Tap follows FedCM: the browser does not
 * say whether and why it was not shown.
 */
(() => {
  const FRAMES = '/__google/gsi';

  /** Options that are served: a type, or the allowed values. */
  const CLIENT = {
    client_id: 'string',
    callback: 'function',
    context: ['signin', 'signup', 'use'],
    ux_mode: ['popup'],
    auto_select: [false],
    cancel_on_tap_outside: 'boolean',
    use_fedcm_for_prompt: [true],
  };
  const BUTTON = {
    type: ['standard'],
    theme: ['outline', 'filled_black'],
    size: ['large'],
    text: ['signin_with', 'signup_with', 'continue_with', 'signin'],
    shape: ['rectangular'],
    logo_alignment: ['left', 'center'],
    width: 'width',
    locale: 'string',
  };
  const HEIGHT = 40;
  const DEFAULT_WIDTH = 240;
  const WIDEST = 400;

  const refuse = (message) => {
    throw new TypeError(`Google (local simulator): ${message}`);
  };
  const warn = (message) => console.warn(`[GSI_LOGGER, local simulator]: ${message}`);

  function checkOne(name, value, rule) {
    if (rule === undefined) refuse(`the option ${name} is not served here.`);
    if (value === undefined) return;
    if (rule === 'width') checkWidth(value);
    else if (!Array.isArray(rule)) {
      if (typeof value !== rule) refuse(`${name} must be of type ${rule}.`);
    } else if (!rule.includes(value)) refuse(`${name} must be one of ${rule.join(', ')}.`);
  }

  function checkWidth(value) {
    if (!/^\d+$/.test(String(value)) || Number(value) > WIDEST) {
      refuse(`width must be a whole number of pixels up to ${WIDEST}.`);
    }
    // A hidden container has no width: the real one logs this and continues.
    if (Number(value) === 0) warn('Provided button width is invalid: 0');
  }

  function check(options, known) {
    if (typeof options !== 'object' || options === null) refuse('options are missing.');
    for (const [name, value] of Object.entries(options)) checkOne(name, value, known[name]);
  }

  /** The shop's CSP refuses style attributes; styles set by script are allowed. */
  function style(element, styles) {
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
  }

  function frameAt(path, params, title) {
    const frame = document.createElement('iframe');
    const given = Object.entries(params).filter(([, value]) => value !== undefined);
    frame.src = `${FRAMES}/${path}?${new URLSearchParams(given)}`;
    frame.title = title;
    // Otherwise a dark page shows a white box around the frame.
    style(frame, { border: '0', display: 'block', 'color-scheme': 'light' });
    return frame;
  }

  /** Accepts messages of this frame only, not of any other window or site. */
  function listen(frame, hear) {
    const onMessage = ({ origin, source, data }) => {
      if (origin === location.origin && source === frame.contentWindow) hear(data ?? {});
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }

  let client;
  const needClient = () => client ?? refuse('call initialize() first.');

  function hand({ credential, select_by }) {
    writeState({ i_l: 0 });
    client.callback({ credential, select_by, clientId: client.client_id, client_id: client.client_id });
  }

  /** Google's own cookie on the shop's domain: how often One Tap was closed, and until when it is suppressed. */
  function readState() {
    const text = /(?:^|; )g_state=([^;]*)/.exec(document.cookie)?.[1];
    try {
      return JSON.parse(decodeURIComponent(text ?? '{}'));
    } catch {
      return {};
    }
  }

  function writeState(state) {
    const text = encodeURIComponent(JSON.stringify(state));
    // The real one would use the Cookie Store API, which only some browsers have.
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    document.cookie = `g_state=${text}; path=/; max-age=15552000; samesite=lax`;
  }

  const HOUR_MS = 3_600_000;
  /** Two hours, a day, a week, four weeks. */
  const AWAY_MS = [2, 24, 168, 672].map((hours) => hours * HOUR_MS);

  function stayAway() {
    const level = Math.min((readState().i_l ?? 0) + 1, AWAY_MS.length);
    writeState({ i_l: level, i_p: Date.now() + AWAY_MS[level - 1] });
  }

  /** What Google reports about One Tap. */
  const momentOf = (type, reason) => ({
    getMomentType: () => type,
    isSkippedMoment: () => type === 'skipped',
    isDismissedMoment: () => type === 'dismissed',
    getDismissedReason: () => (type === 'dismissed' ? reason : undefined),
  });

  /** One Tap: top right, at the bottom on phones. */
  let prompting;

  class Prompt {
    #tell;
    #box = document.createElement('div');
    #stop;
    #focused = document.activeElement;

    constructor(tell) {
      this.#tell = tell;
      const { client_id, context } = client;
      const frame = frameAt('iframe/select', { client_id, context }, 'Sign in with Google Dialog');
      style(frame, { width: '100%', height: '100%' });
      this.#box.id = 'credential_picker_container';
      style(this.#box, { position: 'fixed', 'z-index': '2147483647', visibility: 'hidden', height: '0' });
      this.#place();
      this.#box.append(frame);
      document.body.append(this.#box);
      const unlisten = listen(frame, (said) => this.#hear(said));
      addEventListener('resize', this.#place);
      this.#stop = () => {
        unlisten();
        removeEventListener('resize', this.#place);
      };
    }

    /** @param reason as Google names it; nothing is reported without a type */
    end(type, reason) {
      if (prompting === this) prompting = undefined;
      this.#stop();
      const hadFocus = this.#box.contains(document.activeElement);
      this.#box.remove();
      if (hadFocus && this.#focused instanceof HTMLElement) this.#focused.focus();
      if (type) this.#tell?.(momentOf(type, reason));
    }

    #place = () => {
      const isPhone = innerWidth < 450;
      style(this.#box, {
        top: isPhone ? 'auto' : '20px',
        right: isPhone ? '0' : '20px',
        bottom: isPhone ? '0' : 'auto',
        left: isPhone ? '0' : 'auto',
        width: isPhone ? '100%' : '391px',
        'box-shadow': '0 2px 12px rgb(0 0 0 / .35)',
        'border-radius': isPhone ? '12px 12px 0 0' : '8px',
        overflow: 'hidden',
      });
    };

    #hear(said) {
      if (said.google === 'none') this.end('skipped', said.reason);
      if (said.google === 'show') this.#show(said.height);
      if (said.google === 'close') {
        stayAway();
        this.end('skipped', 'user_cancel');
      }
      if (said.google === 'credential') {
        hand(said);
        this.end('dismissed', 'credential_returned');
      }
    }

    #show(height) {
      style(this.#box, { visibility: 'visible', height: `${Math.min(height, innerHeight)}px` });
    }
  }

  const id = {
    initialize(options) {
      check(options, CLIENT);
      if (!/^\d+-[a-z0-9]{32}\.apps\.googleusercontent\.com$/.test(options.client_id ?? '')) {
        refuse('client_id is not the id of a client.');
      }
      if (!options.callback) refuse('the option callback is missing.');
      if (client) warn('initialize() is called multiple times: the last call counts.');
      client = { ...options };
    },

    renderButton(parent, options) {
      const { client_id } = needClient();
      if (!(parent instanceof HTMLElement)) refuse('renderButton needs an element to render into.');
      check(options, BUTTON);
      if (!options.type) refuse('the option type is missing.');
      const { width, locale, theme, text, logo_alignment } = options;
      if (locale !== undefined && !/^[a-z]{2,3}(?:[-_][a-z0-9]{2,4})?$/i.test(locale)) {
        refuse('locale must be a language, such as en or hi_IN.');
      }
      const wide = Number(width ?? 0) || DEFAULT_WIDTH;
      const frame = frameAt(
        'button',
        { client_id, theme, text, logo_alignment },
        'Sign in with Google Button',
      );
      // Room for the focus ring around a button.
      style(frame, { width: `${wide + 20}px`, height: `${HEIGHT + 4}px`, margin: '-2px -10px' });
      const box = document.createElement('div');
      style(box, { width: `${wide}px`, height: `${HEIGHT}px` });
      box.append(frame);
      parent.replaceChildren(box);
      const unlisten = listen(frame, (said) => {
        if (said.google !== 'credential') return;
        hand(said);
        prompting?.end('dismissed', 'flow_restarted');
      });
      // Ignores the messages of a button that was replaced.
      new MutationObserver((_, observer) => {
        if (frame.isConnected) return;
        observer.disconnect();
        unlisten();
      }).observe(document, { childList: true, subtree: true });
    },

    prompt(momentListener) {
      needClient();
      if (momentListener !== undefined && typeof momentListener !== 'function') {
        refuse('the listener of prompt() must be a function.');
      }
      if (prompting) {
        warn('prompt() is called while One Tap is already open.');
        return;
      }
      if ((readState().i_p ?? 0) > Date.now()) {
        queueMicrotask(() => momentListener?.(momentOf('skipped')));
        return;
      }
      prompting = new Prompt(momentListener);
    },

    cancel() {
      prompting?.end('dismissed', 'cancel_called');
    },
  };

  window.google = { ...window.google, accounts: { ...window.google?.accounts, id } };
})();
