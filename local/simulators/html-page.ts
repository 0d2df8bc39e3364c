/** Shared by all simulator pages: a frame and safe headers. */
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
[hidden] { display: none !important }
`;

export interface Page {
  title: string;
  /** HTML. */
  body: string;
  narrow?: boolean;
  status?: number;
  /** Further directives of the page's CSP, which allows only its own styles. */
  policy?: string;
  /** URL of its own script. */
  script?: string;
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

export function htmlPage({ title, body, narrow = false, status = 200, policy = '', script }: Page): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style>${script === undefined ? '' : `<script type="module" src="${script}"></script>`}</head>
<body${narrow ? ' class="narrow"' : ''}>
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

export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, Location: location } });
}

/** The names and values of a form or a JSON object. */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  if (request.headers.get('content-type')?.startsWith('application/json')) {
    const body: unknown = await request.json().catch(() => undefined);
    return body !== null && typeof body === 'object' ? { ...body } : {};
  }
  return Object.fromEntries(new URLSearchParams(await request.text()));
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
  const options = Object.entries(MODES).map(
    ([name, { label }]) => `<option value="${name}">${label}</option>`,
  );
  return `<label for="webhook">Tell the shop (webhook)</label><select id="webhook" name="webhook">${options.join('')}</select>`;
}

/** Maximum rows of a table. */
export const SHOWN = 200;

export const when = (iso: string): string =>
  new Date(iso).toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'medium' });

/** @param cells HTML */
export const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

/** @param rows oldest first; the table shows the newest first */
export function table(
  title: string,
  heads: readonly string[],
  rows: readonly string[],
  none: string,
): string {
  const body =
    rows.length === 0
      ? `<p class="note">${none}</p>`
      : `<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.slice(-SHOWN).toReversed().join('')}</tbody></table></div>`;
  return `<section class="card"><h2>${title}</h2>${body}</section>`;
}

/** The possible faults, as a select with its button. */
export function faultSelect(
  id: string,
  label: string,
  faults: Readonly<Record<string, string>>,
  current: string,
): string {
  const options = Object.entries(faults).map(
    ([name, says]) => `<option value="${name}"${name === current ? ' selected' : ''}>${says}</option>`,
  );
  return `<label for="${id}">${label}</label><select id="${id}" name="fault">${options.join('')}</select><button>Set</button>`;
}
