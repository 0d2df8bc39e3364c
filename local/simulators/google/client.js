/**
 * `window.google.accounts.id` with the API of Google's own gsi/client. It is stricter: an undocumented option, or a
 * value that Google ignores with a console message, throws at once.
 */
(() => {
  const FRAMES = '/__google/gsi';

  /** Documented options: a type, or the allowed values; `null` marks those that this simulator does not support. */
  const CLIENT = {
    client_id: 'string',
    color_scheme: ['default', 'light', 'dark'],
    auto_select: 'boolean',
    callback: 'function',
    login_uri: null,
    native_callback: null,
    cancel_on_tap_outside: 'boolean',
    prompt_parent_id: null,
    nonce: 'string',
    context: ['signin', 'signup', 'use'],
    state_cookie_domain: null,
    ux_mode: ['popup', 'redirect'],
    allowed_parent_origin: null,
    intermediate_iframe_close_callback: null,
    itp_support: 'boolean',
    login_hint: null,
    hd: null,
    use_fedcm_for_prompt: 'boolean',
    use_fedcm_for_button: 'boolean',
    button_auto_select: 'boolean',
  };
  const BUTTON = {
    type: ['standard', 'icon'],
    theme: ['outline', 'filled_blue', 'filled_black'],
    size: ['large', 'medium', 'small'],
    text: ['signin_with', 'signup_with', 'continue_with', 'signin'],
    shape: ['rectangular', 'pill', 'circle', 'square'],
    logo_alignment: ['left', 'center'],
    width: 'width',
    locale: 'string',
    click_listener: 'function',
    state: 'string',
  };
  const HEIGHTS = { large: 40, medium: 32, small: 20 };
  const DEFAULT_WIDTH = 240;
  const WIDEST = 400;

  const refuse = (message) => {
    throw new TypeError(`Google (local stand-in): ${message}`);
  };
  const warn = (message) => console.warn(`[GSI_LOGGER, local stand-in]: ${message}`);

  function checkOne(name, value, rule) {
    if (rule === undefined) refuse(`there is no option ${name}.`);
    if (rule === null) refuse(`the option ${name} is not served here.`);
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

  function hand({ credential, select_by }, state) {
    writeState({ i_l: 0 });
    client.callback({
      ...{ credential, select_by, clientId: client.client_id, client_id: client.client_id },
      ...(state === undefined ? {} : { state }),
    });
  }

  /** Google's own cookie on the shop's domain: how often One Tap was closed, and until when it stays away. */
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

  /**
   * @returns what Google reports about One Tap. Under FedCM the browser does not say whether and why it was not shown.
   */
  function momentOf(type, reason) {
    const moment = {
      getMomentType: () => type,
      isSkippedMoment: () => type === 'skipped',
      isDismissedMoment: () => type === 'dismissed',
      getDismissedReason: () => (type === 'dismissed' ? reason : undefined),
    };
    if (isFedCm()) return moment;
    return {
      ...moment,
      isDisplayMoment: () => type === 'display',
      isDisplayed: () => type === 'display' && reason === undefined,
      isNotDisplayed: () => type === 'display' && reason !== undefined,
      getNotDisplayedReason: () => (type === 'display' ? reason : undefined),
      getSkippedReason: () => (type === 'skipped' ? reason : undefined),
    };
  }

  const isFedCm = () => client.use_fedcm_for_prompt !== false;

  /** One Tap: top right, on phones at the bottom. */
  let prompting;

  class Prompt {
    #tell;
    #box = document.createElement('div');
    #stop;
    #focused = document.activeElement;

    constructor(tell) {
      this.#tell = tell;
      const { client_id, nonce, context, color_scheme, auto_select } = client;
      const auto = auto_select && !readState().i_off ? '1' : undefined;
      const fedcm = isFedCm() ? '1' : undefined;
      const params = { client_id, nonce, context, color_scheme, auto, fedcm };
      const frame = frameAt('iframe/select', params, 'Sign in with Google Dialog');
      style(frame, { width: '100%', height: '100%' });
      this.#box.id = 'credential_picker_container';
      style(this.#box, { position: 'fixed', 'z-index': '2147483647', visibility: 'hidden', height: '0' });
      this.#place();
      this.#box.append(frame);
      document.body.append(this.#box);
      const unlisten = listen(frame, (said) => this.#hear(said));
      addEventListener('resize', this.#place);
      document.addEventListener('pointerdown', this.#outside);
      this.#stop = () => {
        unlisten();
        removeEventListener('resize', this.#place);
        document.removeEventListener('pointerdown', this.#outside);
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

    #outside = () => {
      if (isFedCm() || client.cancel_on_tap_outside === false) return;
      stayAway();
      this.end('skipped', 'tap_outside');
    };

    #hear(said) {
      if (said.google === 'none') this.end(isFedCm() ? 'skipped' : 'display', said.reason);
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
      const isFirst = this.#box.style.getPropertyValue('visibility') === 'hidden';
      style(this.#box, { visibility: 'visible', height: `${Math.min(height, innerHeight)}px` });
      if (isFirst && !isFedCm()) this.#tell?.(momentOf('display'));
    }
  }

  const id = {
    initialize(options) {
      check(options, CLIENT);
      if (options.ux_mode === 'redirect') refuse('ux_mode redirect is not served here.');
      if (!/^\d+-[a-z0-9]{32}\.apps\.googleusercontent\.com$/.test(options.client_id ?? '')) {
        refuse('client_id is not the id of a client.');
      }
      if (!options.callback) refuse('the option callback is missing.');
      if (options.nonce === '') refuse('nonce must not be empty.');
      if (client) warn('initialize() is called multiple times: the last call counts.');
      client = { ...options };
    },

    renderButton(parent, options, clickHandler) {
      const { client_id, nonce } = needClient();
      if (!(parent instanceof HTMLElement)) refuse('renderButton needs an element to render into.');
      check(options, BUTTON);
      if (!options.type) refuse('the option type is missing.');
      const { click_listener = clickHandler, state, width, locale, ...look } = options;
      if (locale !== undefined && !/^[a-z]{2,3}(?:[-_][a-z0-9]{2,4})?$/i.test(locale)) {
        refuse('locale must be a language, such as en or hi_IN.');
      }
      const height = HEIGHTS[look.size ?? 'large'];
      const wide = look.type === 'icon' ? height : Number(width ?? 0) || DEFAULT_WIDTH;
      const frame = frameAt(
        'button',
        { client_id, nonce, ...look, width: wide },
        'Sign in with Google Button',
      );
      // Room for the focus ring around a button.
      style(frame, { width: `${wide + 20}px`, height: `${height + 4}px`, margin: '-2px -10px' });
      const box = document.createElement('div');
      style(box, { width: `${wide}px`, height: `${height}px` });
      box.append(frame);
      parent.replaceChildren(box);
      const unlisten = listen(frame, (said) => {
        if (said.google === 'click') click_listener?.();
        if (said.google === 'credential') {
          hand(said, state);
          prompting?.end('dismissed', 'flow_restarted');
        }
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
        refuse('what prompt() tells its moments to must be a function.');
      }
      if (prompting) {
        warn('prompt() is called while One Tap is there already.');
        return;
      }
      if ((readState().i_p ?? 0) > Date.now()) {
        const type = isFedCm() ? 'skipped' : 'display';
        queueMicrotask(() => momentListener?.(momentOf(type, 'suppressed_by_user')));
        return;
      }
      prompting = new Prompt(momentListener);
    },

    cancel() {
      prompting?.end('dismissed', 'cancel_called');
    },

    disableAutoSelect() {
      writeState({ ...readState(), i_off: 1 });
    },

    storeCredential: () => refuse('storeCredential() is not served here.'),
    revoke: () => refuse('revoke() is not served here.'),
  };

  window.google = { ...window.google, accounts: { ...window.google?.accounts, id } };
  if (typeof window.onGoogleLibraryLoad === 'function') window.onGoogleLibraryLoad();
})();
