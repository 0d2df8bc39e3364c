/** Shared by all pages of the local shop's services: a frame, safe headers, forms and tables. */
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../../netlify/email/html.ts';
import type { WebhookMode } from './ledger.ts';

const STYLE = `
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem; font: 16px/1.5 system-ui, sans-serif; color: #171410; background: #f5f2eb }
body.narrow { max-width: 32rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.125rem; margin: 1.5rem 0 .5rem }
p { margin: .25rem 0 .75rem; overflow-wrap: anywhere }
a { color: inherit }
.note { color: #5e564a; font-size: .875rem }
.label { display: inline-block; background: #171410; color: #fff; padding: .125rem .5rem; font-size: .8125rem }
.card { background: #fcfaf6; border: 1px solid #d8d1c3; padding: 1rem; margin: 0 0 1rem }
.alert { border-left: 4px solid #a3160a; background: #fbe9e6; color: #6d0f06; padding: .5rem .75rem; margin: 0 0 1rem }
.sum { font-size: 1.5rem; font-weight: 700; margin: 0 }
label, legend { display: block; font-weight: 600; font-size: .9375rem }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0 }
legend { padding: 0 }
.card > h2 { margin-top: 0 }
input:not([type=radio], [type=checkbox]), select { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; margin: .25rem 0 .75rem; font: inherit; border: 1px solid #867d6d; background: #fff; color: inherit; border-radius: 0 }
input[readonly] { background: #ece7dc }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem }
.choices { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .25rem 0 .75rem }
.choices label, .check { display: flex; align-items: center; gap: .5rem; min-height: 2.75rem; font-weight: 400 }
button { min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; border: 1px solid #171410; background: #fff; color: #171410; cursor: pointer }
button.main { width: 100%; background: #171410; color: #fff }
button:disabled { opacity: .6; cursor: default }
:focus-visible { outline: 3px solid #1a56db; outline-offset: 2px }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin: .75rem 0 0 }
.top { display: flex; justify-content: space-between; align-items: start; gap: 1rem; margin: 0 0 .75rem }
details { margin: 1rem 0 0 }
summary { cursor: pointer; min-height: 2.75rem; padding: .5rem 0; font-weight: 600 }
ul.lines { list-style: none; margin: 0; padding: 0 }
ul.lines li { display: flex; gap: .75rem; align-items: center; padding: .5rem 0; border-bottom: 1px solid #d8d1c3 }
ul.lines span { flex: 1; overflow-wrap: anywhere }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .875rem }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid #d8d1c3 }
td form { display: inline }
td button { white-space: nowrap; min-height: 2rem; padding: .125rem .5rem; font-size: .875rem }
iframe { width: 100%; height: 56rem; border: 1px solid #d8d1c3; background: #fff }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .875rem }
[hidden] { display: none !important }
`;

export interface Page {
  title: string;
  /** HTML. */
  body: string;
  bodyClass?: 'narrow' | 'frame';
  status?: number;
  /** Further directives of the page's CSP, which allows only its own styles. */
  policy?: string;
  /** URL of its own script. */
  script?: string;
}

/** The answers of one service, by method and path. */
export type Pages = Record<string, (request: Request) => Response | Promise<Response>>;

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

export function htmlPage({ title, body, bodyClass, status = 200, policy = '', script }: Page): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style>${script === undefined ? '' : `<script type="module" src="${script}"></script>`}</head>
<body class="${bodyClass ?? ''}">
${body}
</body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      ...HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; ${policy}`,
    },
  });
}

export function scriptFile(file: URL): Response {
  return new Response(readFileSync(file, 'utf8'), {
    headers: { ...HEADERS, 'Content-Type': 'text/javascript; charset=utf-8' },
  });
}

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: HEADERS });
}

export function seeOther(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, ...headers, Location: location } });
}

/** The names and values of a form or a JSON object. */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  if (request.headers.get('content-type')?.startsWith('application/json')) {
    const body: unknown = await request.json().catch(() => undefined);
    return body !== null && typeof body === 'object' ? { ...body } : {};
  }
  return Object.fromEntries(new URLSearchParams(await request.text()));
}

/** What went wrong, to be filled by a script if there is no text yet. */
export const alertBox = (text = ''): string =>
  `<p class="alert" id="alert" role="alert"${text ? '' : ' hidden'}>${escapeHtml(text)}</p>`;

export interface Field {
  name: string;
  label: string;
  value?: string;
  /** Further attributes, as HTML. */
  more?: string;
}

export const field = ({ name, label, value = '', more = '' }: Field): string =>
  `<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${escapeHtml(value)}" ${more}>`;

/** @param options their labels by value */
export function select(
  name: string,
  label: string,
  options: Readonly<Record<string, string>>,
  chosen = '',
  id = name,
): string {
  const each = Object.entries(options).map(
    ([value, says]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${says}</option>`,
  );
  return `<label for="${id}">${label}</label><select id="${id}" name="${name}">${each.join('')}</select>`;
}

const MODES: Record<string, { label: string; mode: WebhookMode }> = {
  once: { label: 'at once', mode: 'once' },
  late5: { label: '5 seconds late', mode: { lateMs: 5_000 } },
  late30: { label: '30 seconds late', mode: { lateMs: 30_000 } },
  twice: { label: 'twice', mode: 'twice' },
  never: { label: 'never', mode: 'never' },
  held: { label: 'on demand (on /__payments)', mode: 'held' },
};

/** Default: at once. */
export function readMode(value: unknown): WebhookMode {
  return MODES[String(value)]?.mode ?? 'once';
}

export function modeSelect(): string {
  const labels = Object.entries(MODES).map(([name, { label }]) => [name, label]);
  return select('webhook', 'Tell the shop (webhook)', Object.fromEntries(labels) as Record<string, string>);
}

/** Maximum rows of a table. */
export const SHOWN = 200;

export const when = (iso: string): string =>
  new Date(iso).toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'medium' });

/** @param rows cells of HTML, oldest first; the table shows the newest first */
export function table(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const body =
    rows.length === 0
      ? `<p class="note">${none}</p>`
      : `<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.slice(-SHOWN).toReversed().map(row).join('')}</tbody></table></div>`;
  return `<section class="card"><h2>${title}</h2>${body}</section>`;
}
