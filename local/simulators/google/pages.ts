/** Google's pages for the browser: the script that shops load, its button, One Tap, and the account window. */
import { escapeHtml } from '../../../netlify/email/html.ts';
import { brand } from '../../../src/domain/config.ts';
import { isEmail } from '../../../src/domain/user.ts';
import {
  alertBox,
  field,
  htmlPage,
  json,
  type Page,
  type Pages,
  readBody,
  scriptFile,
  seeOther,
} from '../html-page.ts';
import type { GoogleAccount } from '../ledger.ts';
import type { Issuer } from './issuer.ts';

/** Google's own cookie: the accounts logged in in this browser, the latest first. */
const COOKIE = 'google_accounts';

const cookieOf = (subs: readonly string[]) => ({
  'Set-Cookie': `${COOKIE}=${subs.join('.')}; Path=/__google; HttpOnly; SameSite=Lax; Max-Age=${subs.length > 0 ? 31_536_000 : 0}`,
});

export function googlePages({ clientId, accounts, account, credential }: Issuer): Pages {
  function signedIn(request: Request): GoogleAccount[] {
    const text = new RegExp(`(?:^|; )${COOKIE}=([\\d.]*)`).exec(request.headers.get('cookie') ?? '')?.[1];
    return (text ?? '').split('.').flatMap((sub) => accounts.find((one) => one.sub === sub) ?? []);
  }

  /** An account that was chosen or typed. */
  function chosen({ sub, email, name, verified }: Record<string, unknown>): GoogleAccount | undefined {
    if (sub !== undefined) return accounts.find((one) => one.sub === sub);
    if (typeof email !== 'string' || !isEmail(email)) return undefined;
    const named = typeof name === 'string' && name !== '' ? { name } : {};
    return account(email, { ...named, verified: verified !== false });
  }

  /** Logs an account in in this browser, and returns its credential if a shop has requested one. */
  async function enter(request: Request): Promise<Response> {
    const fields = await readBody(request);
    const { client_id } = fields;
    if (client_id && client_id !== clientId) return json({ error: UNKNOWN }, 400);
    const entered = chosen(fields);
    if (!entered) return json({ error: 'Choose an account, or enter a valid email.' }, 400);
    const subs = new Set([entered, ...signedIn(request)].map(({ sub }) => sub));
    const answer = json(client_id ? { credential: credential(entered) } : {});
    answer.headers.set('Set-Cookie', cookieOf([...subs])['Set-Cookie']);
    return answer;
  }

  /** @param page gets the address's parameters if they name the shop's client */
  const forClient = (page: (request: Request, params: URLSearchParams) => Response) => (request: Request) => {
    const { searchParams } = new URL(request.url);
    const asked = searchParams.get('client_id');
    return asked !== null && asked !== clientId ? unknownClient() : page(request, searchParams);
  };

  const script = (name: string) => () => scriptFile(new URL(name, import.meta.url));
  return {
    'GET /__google/gsi/client': script('client.js'),
    'GET /__google/button.js': script('button.js'),
    'GET /__google/choose.js': script('choose.js'),
    'GET /__google/gsi/button': forClient((_, params) => button(params)),
    'GET /__google/gsi/iframe/select': forClient((request, params) => oneTap(params, signedIn(request))),
    'GET /__google/accounts': forClient((request, params) => {
      const here = signedIn(request);
      const known = accounts.slice(0, OWN_ACCOUNTS).filter((other) => !here.includes(other));
      return chooser(params.has('client_id'), here, [...here, ...known]);
    }),
    'POST /__google/credential': enter,
    'POST /__google/sign-out': () => seeOther('/__google/accounts', cookieOf([])),
  };
}

/** Accounts that exist from the start; others are shown only to the browsers that have used them. */
const OWN_ACCOUNTS = 2;

const LABEL = '<span class="label">Google (local simulator)</span>';
const UNKNOWN = 'Error 401: invalid_client. The OAuth client was not found.';

function unknownClient(): Response {
  const body = `${LABEL}<h1>Access blocked</h1>${alertBox(UNKNOWN)}<p class="note">The shop’s GOOGLE_CLIENT_ID is not this simulator’s.</p>`;
  return htmlPage({ title: 'Sign in with Google', bodyClass: 'narrow', status: 403, body });
}

const STYLE = `
body.frame { max-width: none; margin: 0; padding: 2px 10px; background: none; font: 500 14px/1.2 system-ui, sans-serif; overflow: hidden }
.gsi { display: flex; align-items: center; gap: .625rem; width: 100%; height: 40px; min-height: 0; padding: 0 12px; border: 1px solid #747775; background: #fff; color: #1f1f1f; font: inherit; border-radius: 4px }
.gsi.filled_black { background: #202124; color: #fff; border-color: #8e918f }
.gsi > .text { flex: 1; text-align: center; white-space: nowrap; overflow: hidden } .gsi.center { justify-content: center } .gsi.center > .text { flex: none }
.g { flex: none; display: grid; place-items: center; width: 20px; height: 20px; background: #fff; color: #1a73e8; font-weight: 700 }
.account { display: flex; align-items: center; gap: .75rem; width: 100%; padding: .5rem .75rem; margin: 0 0 .5rem; text-align: left; font-weight: 400; line-height: 1.3 }
.account .who { flex: 1; min-width: 0; overflow-wrap: anywhere } .account :is(b, .note) { display: block }
.face { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%; background: #185abc; color: #fff; font-weight: 700 }
#one-tap { padding: 1rem; margin: -2px -10px; background: #fff } #one-tap h1 { font-size: 1rem; margin: 0; flex: 1 }
#close { min-width: 2.75rem; padding: 0; border: 0; font-size: 1.25rem }
`;

const googlePage = ({ body, ...page }: Page): Response =>
  htmlPage({
    policy: "script-src 'self'; connect-src 'self'; form-action 'self'",
    body: `<style>${STYLE}</style>${body}`,
    ...page,
  });

const MARK = '<span class="g" aria-hidden="true">G</span>';

/** The options that client.js has already checked. */
function button(params: URLSearchParams): Response {
  const looks = ['theme', 'logo_alignment'].map((name) => escapeHtml(params.get(name) ?? ''));
  return googlePage({
    title: 'Sign in with Google Button',
    body: `<button type="button" class="gsi ${looks.join(' ')}">${MARK}<span class="text">Continue with Google</span></button>`,
    bodyClass: 'frame',
    script: '/__google/button.js',
  });
}

function accountButton({ sub, name, email, verified }: GoogleAccount, verb = ''): string {
  const hint = verified ? '' : '<span class="note">Email not confirmed</span>';
  const face = escapeHtml([...name][0] ?? '?');
  return `<button type="button" class="account" data-sub="${sub}"><span class="face" aria-hidden="true">${face}</span><span class="who"><b>${verb}${escapeHtml(name)}</b>${escapeHtml(email)}${hint}</span></button>`;
}

const TITLES: Record<string, string> = { signin: 'Sign in to', signup: 'Sign up to', use: 'Use' };

/** @param here the accounts to offer; without any, One Tap is not shown */
function oneTap(params: URLSearchParams, here: readonly GoogleAccount[]): Response {
  const title = TITLES[params.get('context') ?? ''] ?? 'Sign in to';
  const list = here.map((account) => accountButton(account, 'Continue as '));
  const body = `<div id="one-tap" data-none="${here.length > 0 ? '' : 'no-session'}">
<div class="top">${MARK}<h1>${title} ${escapeHtml(brand.name)} with Google</h1><button type="button" id="close" aria-label="Close">×</button></div>
${alertBox()}
${list.join('')}<p class="note">Local simulator: no Google involved</p></div>`;
  return googlePage({
    title: 'Sign in with Google Dialog',
    body,
    bodyClass: 'frame',
    script: '/__google/choose.js',
  });
}

/** @param forShop whether a shop waits for the answer; otherwise only the browser is logged in */
function chooser(
  forShop: boolean,
  here: readonly GoogleAccount[],
  accounts: readonly GoogleAccount[],
): Response {
  const state =
    here.length === 0
      ? '<p>Nobody is signed in in this browser, so One Tap is not shown.</p>'
      : `<p>Signed in in this browser: ${here.map(({ email }) => escapeHtml(email)).join(', ')}. One Tap offers them.</p><form class="card" method="post" action="/__google/sign-out"><button>Sign out of all</button></form>`;
  const body = `<div class="top">${LABEL}${forShop ? '<button type="button" id="cancel">Cancel</button>' : ''}</div>
<h1>${forShop ? 'Choose an account' : 'Accounts'}</h1>
${forShop ? `<p>to continue to ${escapeHtml(brand.name)}</p>` : state}
${alertBox()}
<section class="card" aria-label="Accounts">${accounts.map((account) => accountButton(account)).join('')}</section>
<form class="card" id="other"><h2>Use another account</h2>
${field({ name: 'email', label: 'Email', more: 'type="email" autocapitalize="none" autocomplete="off" required' })}
${field({ name: 'name', label: 'Name', more: 'autocomplete="off"' })}
<label class="check"><input type="checkbox" id="verified" checked> Google has confirmed the email</label>
<button class="main" type="submit">${forShop ? 'Continue' : 'Sign in'}</button></form>`;
  return googlePage({
    title: 'Sign in with Google',
    bodyClass: 'narrow',
    body,
    script: '/__google/choose.js',
  });
}
