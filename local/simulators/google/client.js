/**
 * `window.google.accounts.id` with the part of the API of Google's own gsi/client that the shop uses. It is stricter: an
 * unknown option or value throws at once, even if Google only logs a warning. One Tap follows FedCM: the browser does not
 * say whether and why it was not shown.
 */
(() => {
  const WIDEST = 400;
  const HEIGHT = 40;

  const refuse = (message) => {
    throw new TypeError(`Google (local simulator): ${message}`);
  };
  const warn = (message) => console.warn(`[GSI_LOGGER, local simulator]: ${message}`);
  const oneOf =
    (...values) =>
    (name, value) =>
      values.includes(value) || refuse(`${name} must be one of ${values.join(', ')}.`);
  const ofType = (type) => (name, value) =>
    typeof value === type || refuse(`${name} must be of type ${type}.`);

  /** What each option may be. */
  const CLIENT = {
    client_id: (name, value) =>
      /^\d+-[a-z0-9]{32}\.apps\.googleusercontent\.com$/.test(value) ||
      refuse(`${name} is not the id of a client.`),
    callback: ofType('function'),
    context: oneOf('signin', 'signup', 'use'),
    ux_mode: oneOf('popup'),
    auto_select: oneOf(false),
    cancel_on_tap_outside: ofType('boolean'),
    use_fedcm_for_prompt: oneOf(true),
  };
  const BUTTON = {
    type: oneOf('standard'),
    theme: oneOf('outline', 'filled_black'),
    size: oneOf('large'),
    text: oneOf('continue_with'),
    shape: oneOf('rectangular'),
    logo_alignment: oneOf('left', 'center'),
    width: (name, value) =>
      (/^\d+$/.test(String(value)) && Number(value) <= WIDEST) ||
      refuse(`${name} must be a whole number of pixels up to ${WIDEST}.`),
    locale: (name, value) =>
      /^[a-z]{2,3}(?:[-_][a-z0-9]{2,4})?$/i.test(value) ||
      refuse(`${name} must be a language, such as en or hi_IN.`),
  };

  function check(options, known, needed) {
    if (typeof options !== 'object' || options === null) refuse('options are missing.');
    for (const [name, value] of Object.entries(options)) {
      if (!Object.hasOwn(known, name)) refuse(`the option ${name} is not served here.`);
      if (value !== undefined) known[name](name, value);
    }
    for (const name of needed) if (options[name] === undefined) refuse(`the option ${name} is missing.`);
  }

  function frameAt(path, params, title, style) {
    const frame = document.createElement('iframe');
    frame.src = `/__google/gsi/${path}?${new URLSearchParams(params)}`;
    frame.title = title;
    // The shop's CSP refuses style attributes; styles set by script are allowed. Without `light` a dark page shows a
    // white box around the frame.
    Object.assign(frame.style, { border: '0', display: 'block', colorScheme: 'light', ...style });
    return frame;
  }

  /** Hears this frame only, not any other window or site; a frame that was taken away says nothing more. */
  function listen(frame, hear) {
    addEventListener('message', ({ origin, source, data }) => {
      if (origin === location.origin && source === frame.contentWindow) hear(data ?? {});
    });
  }

  let client;
  const needClient = () => client ?? refuse('call initialize() first.');
  const hand = ({ credential }) => client.callback({ credential });

  /** Google's own cookie on the shop's domain; One Tap stays away for two hours after it was closed. */
  const isAway = () => document.cookie.split('; ').includes('g_state=closed');
  const stayAway = () => {
    // The real one would use the Cookie Store API, which only some browsers have.
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    document.cookie = 'g_state=closed; path=/; max-age=7200; samesite=lax';
  };

  /** What Google reports about One Tap. */
  const momentOf = (type, reason) => ({
    isSkippedMoment: () => type === 'skipped',
    isDismissedMoment: () => type === 'dismissed',
    getDismissedReason: () => reason,
  });

  /** Ends One Tap while it is open. */
  let endPrompt;

  function openPrompt(report) {
    const { client_id, context } = client;
    const box = document.createElement('div');
    const focused = document.activeElement;
    const frame = frameAt(
      'iframe/select',
      { client_id, context: context ?? 'signin' },
      'Sign in with Google Dialog',
      { width: '100%', height: '100%' },
    );
    // Top right, at the bottom on phones.
    const place =
      innerWidth < 450
        ? { left: '0', right: '0', bottom: '0', borderRadius: '12px 12px 0 0' }
        : { top: '20px', right: '20px', width: '391px', borderRadius: '8px' };
    Object.assign(box.style, { position: 'fixed', zIndex: '2147483647', visibility: 'hidden', height: '0' });
    Object.assign(box.style, { boxShadow: '0 2px 12px rgb(0 0 0 / .35)', overflow: 'hidden', ...place });
    box.id = 'credential_picker_container';
    box.append(frame);
    document.body.append(box);
    endPrompt = (type, reason) => {
      endPrompt = undefined;
      const hadFocus = box.contains(document.activeElement);
      box.remove();
      if (hadFocus && focused instanceof HTMLElement) focused.focus();
      report?.(momentOf(type, reason));
    };
    listen(frame, (said) => {
      if (said.google === 'none') endPrompt('skipped');
      if (said.google === 'show') {
        Object.assign(box.style, {
          visibility: 'visible',
          height: `${Math.min(said.height, innerHeight)}px`,
        });
      }
      if (said.google === 'close') {
        stayAway();
        endPrompt('skipped');
      }
      if (said.google === 'credential') {
        hand(said);
        endPrompt('dismissed', 'credential_returned');
      }
    });
  }

  const id = {
    initialize(options) {
      check(options, CLIENT, ['client_id', 'callback']);
      if (client) warn('initialize() is called multiple times: the last call counts.');
      client = { ...options };
    },

    renderButton(parent, options) {
      const { client_id } = needClient();
      if (!(parent instanceof HTMLElement)) refuse('renderButton needs an element to render into.');
      check(options, BUTTON, ['type']);
      const { width = 0, theme = 'outline', logo_alignment = 'left' } = options;
      // A hidden container has no width: the real one logs this and continues.
      if (Number(width) === 0) warn('Provided button width is invalid: 0');
      const wide = Number(width) || 240;
      const look = { client_id, theme, logo_alignment };
      // Room for the focus ring around a button.
      const size = { width: `${wide + 20}px`, height: `${HEIGHT + 4}px`, margin: '-2px -10px' };
      const frame = frameAt('button', look, 'Sign in with Google Button', size);
      const box = document.createElement('div');
      Object.assign(box.style, { width: `${wide}px`, height: `${HEIGHT}px` });
      box.append(frame);
      parent.replaceChildren(box);
      listen(frame, (said) => {
        if (said.google !== 'credential') return;
        hand(said);
        endPrompt?.('dismissed', 'flow_restarted');
      });
    },

    prompt(report) {
      needClient();
      if (endPrompt) warn('prompt() is called while One Tap is already open.');
      else if (isAway()) queueMicrotask(() => report?.(momentOf('skipped')));
      else openPrompt(report);
    },

    cancel() {
      endPrompt?.('dismissed', 'cancel_called');
    },
  };

  window.google = { ...window.google, accounts: { ...window.google?.accounts, id } };
})();
