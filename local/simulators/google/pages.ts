/** Google's pages for the browser: the script that shops load, its button, One Tap, and the account window. */
import { escapeHtml } from '../../../netlify/email/html.ts';
import { isCrossSite } from '../../../netlify/http/same-site.ts';
import { brand } from '../../../src/domain/config.ts';
import { isEmail } from '../../../src/domain/user.ts';
import type { GoogleAccount } from '../ledger.ts';
import type { GoogleCredentialOptions } from '../controls.ts';
import { htmlPage, json, readBody, scriptFile, seeOther } from '../html-page.ts';
import type { Issuer } from './issuer.ts';

type Fields = Record<string, unknown>;

class GoogleRefusal extends Error {}

/** Invalid credentials, to test that the shop refuses them. */
const FLAWS: Record<string, { label: string; flawed: Partial<GoogleCredentialOptions> }> = {
  none: { label: 'A good one', flawed: {} },
  expired: { label: 'Expired', flawed: { expiresInS: -60 } },
  audience: {
    label: 'For another shop',
    flawed: { audience: `999999999999-${'z'.repeat(32)}.apps.googleusercontent.com` },
  },
  issuer: { label: 'By another issuer', flawed: { issuer: 'https://accounts.elsewhere.test' } },
  foreign: { label: 'Signed with another key', flawed: { key: 'foreign' } },
  unsigned: { label: 'Without a signature', flawed: { key: 'none' } },
};

/** Google's own cookie: the accounts logged in in this browser, the latest first. */
const COOKIE = 'google_accounts';
const MOST_SIGNED_IN = 10;

const cookieOf = (subs: readonly string[]): string =>
  `${COOKIE}=${subs.join('.')}; Path=/__google; HttpOnly; SameSite=Lax; Max-Age=${subs.length > 0 ? 31_536_000 : 0}`;

/** @returns the answer to a request for one of Google's URLs */
export function googlePages(issuer: Issuer) {
  function signedIn(request: Request): GoogleAccount[] {
    const text = new RegExp(`(?:^|; )${COOKIE}=([\\d.]*)`).exec(request.headers.get('cookie') ?? '')?.[1];
    return (text ?? '').split('.').flatMap((sub) => issuer.find(sub) ?? []);
  }

  /** @throws GoogleRefusal */
  function chosen({ sub, email, name, verified }: Fields): GoogleAccount {
    if (sub !== undefined) {
      const found = issuer.find(String(sub));
      if (!found) throw new GoogleRefusal('There is no such account.');
      return found;
    }
    if (typeof email !== 'string' || !isEmail(email)) throw new GoogleRefusal('Enter a valid email.');
    return issuer.account(email, {
      ...(typeof name === 'string' && name !== '' ? { name } : {}),
      verified: verified !== false,
    });
  }

  /** Logs an account in in this browser, and returns its credential if a shop has requested one. */
  function enter(request: Request, fields: Fields): Response {
    const { client_id, by, flaw = 'none' } = fields;
    if (client_id !== null && client_id !== undefined && client_id !== issuer.clientId) {
      throw new GoogleRefusal('Error 401: invalid_client. The OAuth client was not found.');
    }
    const flawed = FLAWS[String(flaw)]?.flawed;
    if (!flawed) throw new GoogleRefusal(`flaw is one of ${Object.keys(FLAWS).join(', ')}.`);
    const here = signedIn(request);
    const account = chosen(fields);
    const wasHere = here.includes(account);
    const subs = [account, ...here.filter((other) => other !== account)].map(({ sub }) => sub);
    const headers = { 'Set-Cookie': cookieOf(subs.slice(0, MOST_SIGNED_IN)) };
    if (!client_id) return withHeaders(json({}), headers);
    const wasApproved = issuer.approve(account);
    const credential = issuer.credential({ email: account.email, ...flawed });
    const button = `btn${wasApproved ? '' : '_confirm'}${wasHere ? '' : '_add_session'}`;
    return withHeaders(json({ credential, select_by: by === 'fedcm' ? 'fedcm' : button }), headers);
  }

  async function act(request: Request): Promise<Response> {
    try {
      return enter(request, await readBody(request));
    } catch (error) {
      if (!(error instanceof GoogleRefusal)) throw error;
      return json({ error: error.message }, 400);
    }
  }

  function select(request: Request, params: URLSearchParams): Response {
    const here = signedIn(request);
    const none = params.get('client_id') === issuer.clientId ? 'opt_out_or_no_session' : 'invalid_client';
    const accounts = none === 'invalid_client' ? [] : here;
    return oneTap(params, accounts, accounts.length > 0 ? '' : none);
  }

  function accountsPage(request: Request, params: URLSearchParams): Response {
    const asked = params.get('client_id');
    if (asked !== null && asked !== issuer.clientId) return unknownClient();
    const here = signedIn(request);
    const known = issuer.accounts().slice(0, OWN_ACCOUNTS);
    return chooser(asked !== null, here, [...here, ...known.filter((other) => !here.includes(other))]);
  }

  const reads: Record<string, (request: Request, params: URLSearchParams) => Response> = {
    '/__google/gsi/client': () => scriptFile(new URL('client.js', import.meta.url)),
    '/__google/button.js': () => scriptFile(new URL('button.js', import.meta.url)),
    '/__google/one-tap.js': () => scriptFile(new URL('one-tap.js', import.meta.url)),
    '/__google/accounts.js': () => scriptFile(new URL('accounts.js', import.meta.url)),
    '/__google/gsi/button': (_, params) =>
      params.get('client_id') === issuer.clientId ? button(params) : unknownClient(),
    '/__google/gsi/iframe/select': select,
    '/__google/accounts': accountsPage,
  };
  const writes: Record<string, (request: Request) => Response | Promise<Response>> = {
    '/__google/credential': act,
    '/__google/sign-out': () => withHeaders(seeOther('/__google/accounts'), { 'Set-Cookie': cookieOf([]) }),
  };

  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    const [read, write] = [reads[pathname], writes[pathname]];
    if (read && (request.method === 'GET' || request.method === 'HEAD')) {
      return read(request, new URL(request.url).searchParams);
    }
    if (!write || request.method !== 'POST') return undefined;
    return isCrossSite(request) ? json({ error: 'Other sites may not do this.' }, 403) : write(request);
  };
}

/** Accounts that exist from the start; others are shown only to the browsers that have used them. */
const OWN_ACCOUNTS = 2;

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

const POLICY = "script-src 'self'; connect-src 'self'; form-action 'self'";
const LABEL = '<span class="label">Google (local simulator)</span>';

const FRAME_STYLE = `
body, body.narrow { max-width: none; margin: 0; padding: 2px 10px; background: none; font: 500 14px/1.2 system-ui, sans-serif; overflow: hidden }
.gsi { display: flex; align-items: center; gap: .625rem; width: 100%; height: 40px; min-height: 0; padding: 0 12px; border: 1px solid #747775; background: #fff; color: #1f1f1f; font: inherit; border-radius: 4px }
.gsi.filled_black { background: #202124; color: #fff; border-color: #8e918f }
.gsi.center { justify-content: center } .gsi.center > .text { flex: none } .gsi > .text { flex: 1; text-align: center; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.gsi:hover { background: #f2f6fe } .gsi.filled_black:hover { background: #2f3033 }
.g { flex: none; display: grid; place-items: center; width: 20px; height: 20px; border-radius: 2px; background: #fff; color: #1a73e8; font-weight: 700 }
:focus-visible { outline: 2px solid #1a56db; outline-offset: 0 }
`;

const TEXTS: Record<string, string> = {
  signin_with: 'Sign in with Google',
  signup_with: 'Sign up with Google',
  continue_with: 'Continue with Google',
  signin: 'Sign in',
};
const MARK = '<span class="g" aria-hidden="true">G</span>';

/** The options that client.js has already checked. */
function button(params: URLSearchParams): Response {
  const text = TEXTS[params.get('text') ?? ''] ?? 'Sign in with Google';
  const looks = ['theme', 'logo_alignment']
    .map((name) => params.get(name) ?? '')
    .filter((look) => /^[a-z_]+$/.test(look));
  const body = `<style>${FRAME_STYLE}</style><button type="button" class="gsi ${looks.join(' ')}">${MARK}<span class="text">${text}</span></button>`;
  return htmlPage({
    title: 'Sign in with Google Button',
    body,
    policy: POLICY,
    script: '/__google/button.js',
  });
}

function unknownClient(): Response {
  const body = `${LABEL}<h1>Access blocked: Authorization Error</h1>
<p class="alert" role="alert">The OAuth client was not found.</p><p>Error 401: invalid_client</p>
<p class="note">The shop’s GOOGLE_CLIENT_ID is not this simulator’s.</p>`;
  return htmlPage({ title: 'Sign in with Google', narrow: true, status: 403, body });
}

const ACCOUNT_STYLE = `
.account { display: flex; align-items: center; gap: .75rem; width: 100%; padding: .5rem .75rem; margin: 0 0 .5rem; text-align: left; font-weight: 400; line-height: 1.3 }
.account .who { flex: 1; min-width: 0; overflow-wrap: anywhere } .account :is(b, .note) { display: block }
.face { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%; background: #185abc; color: #fff; font-weight: 700 }
`;

function accountButton({ sub, name, email, verified }: GoogleAccount, verb: string): string {
  const hint = verified ? '' : '<span class="note">Email not confirmed</span>';
  const face = escapeHtml([...name][0] ?? '?');
  return `<button type="button" class="account" data-sub="${sub}"><span class="face" aria-hidden="true">${face}</span><span class="who"><b>${verb}${escapeHtml(name)}</b>${escapeHtml(email)}${hint}</span></button>`;
}

const TITLES: Record<string, string> = { signin: 'Sign in to', signup: 'Sign up to', use: 'Use' };

const ONE_TAP_STYLE = `${ACCOUNT_STYLE}
body, body.narrow { max-width: none; margin: 0; padding: 0; background: #fff; font-size: 15px }
#one-tap { padding: 1rem; overflow: hidden } #one-tap h1 { font-size: 1rem; margin: 0; flex: 1 }
#one-tap .top { align-items: center; margin: 0 0 .75rem } #close { min-width: 2.75rem; padding: 0; border: 0; font-size: 1.25rem }
#one-tap .account { border-color: #747775 } #one-tap .account:last-of-type { margin: 0 0 .75rem } #one-tap p { margin: 0 }
.g { display: grid; place-items: center; width: 24px; height: 24px; background: #fff; color: #1a73e8; font-weight: 700 }
`;

/** @param none why One Tap is not shown */
function oneTap(params: URLSearchParams, accounts: readonly GoogleAccount[], none: string): Response {
  const title = TITLES[params.get('context') ?? ''] ?? 'Sign in to';
  const list = accounts.map((account) => accountButton(account, 'Continue as '));
  const body = `<style>${ONE_TAP_STYLE}</style><div id="one-tap" data-none="${none}">
<div class="top"><span class="g" aria-hidden="true">G</span><h1>${title} ${escapeHtml(brand.name)} with Google</h1><button type="button" id="close" aria-label="Close">×</button></div>
<p class="alert" id="alert" role="alert" hidden></p>
${list.join('')}<p class="note">Local simulator: no Google involved</p></div>`;
  return htmlPage({
    title: 'Sign in with Google Dialog',
    body,
    policy: POLICY,
    script: '/__google/one-tap.js',
  });
}

/** @param forShop whether a shop waits for the answer; otherwise only the browser is logged in */
function chooser(
  forShop: boolean,
  here: readonly GoogleAccount[],
  accounts: readonly GoogleAccount[],
): Response {
  const flaws = Object.entries(FLAWS).map(([name, { label }]) => `<option value="${name}">${label}</option>`);
  const trying = `<details><summary>For trying things out</summary><label for="flaw">The shop gets</label><select id="flaw">${flaws.join('')}</select></details>`;
  const state =
    here.length === 0
      ? '<p>Nobody is signed in in this browser, so One Tap is not shown.</p>'
      : `<p>Signed in in this browser: ${here.map(({ email }) => escapeHtml(email)).join(', ')}. One Tap offers them.</p><form class="card" method="post" action="/__google/sign-out"><button>Sign out of all</button></form>`;
  const body = `<style>${ACCOUNT_STYLE}</style><div class="top">${LABEL}${forShop ? '<button type="button" id="cancel">Cancel</button>' : ''}</div>
<h1>${forShop ? 'Choose an account' : 'Accounts'}</h1>
${forShop ? `<p>to continue to ${escapeHtml(brand.name)}</p>` : state}
<p class="alert" id="alert" role="alert" hidden></p>
<section class="card" aria-label="Accounts">${accounts.map((account) => accountButton(account, '')).join('')}</section>
<form class="card" id="other"><h2>Use another account</h2>
<label for="email">Email</label><input id="email" name="email" type="email" autocapitalize="none" autocomplete="off" required>
<label for="name">Name</label><input id="name" name="name" autocomplete="off">
<label class="check"><input type="checkbox" id="verified" checked> Google has confirmed the email</label>
<button class="main" type="submit">${forShop ? 'Continue' : 'Sign in'}</button></form>
${forShop ? trying : ''}`;
  return htmlPage({
    title: 'Sign in with Google',
    narrow: true,
    body,
    policy: POLICY,
    script: '/__google/accounts.js',
  });
}
