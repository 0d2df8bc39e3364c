/** EmailJS on this machine: its send-form call, as strict as the real one, and a page of the forms that arrived. */
import { escapeHtml } from '../../../netlify/email/html.ts';
import { isEmail } from '../../../src/domain/user.ts';
import { htmlPage, json, type Pages, SHOWN, table, when } from '../html-page.ts';
import type { OpenLedger } from '../ledger.ts';

/** EmailJS's limits for an account and for a form. */
const ONE_EACH_MS = 1_000;
const LARGEST_FORM = 50 * 1_024;

/** The fields of the shop's template: its email has a placeholder for each. */
const TEMPLATE = ['user_email', 'user_name', 'message', 'time'] as const;

export function openFormService({ keys, forms, now, save }: OpenLedger): Pages {
  const ids: [name: string, own: string, status: number, unknown: string][] = [
    ['user_id', keys.EMAILJS_PUBLIC_KEY, 404, 'Account not found'],
    ['service_id', keys.EMAILJS_SERVICE_ID, 400, 'The service ID not found'],
    ['template_id', keys.EMAILJS_TEMPLATE_ID, 400, 'The template ID not found'],
  ];
  let lastAt = Number.NEGATIVE_INFINITY;

  /** @param own the fields of the template */
  function take(own: Record<string, string>): Response {
    const missing = TEMPLATE.filter((name) => !own[name]);
    const extra = Object.keys(own).filter((name) => !(TEMPLATE as readonly string[]).includes(name));
    // The real one leaves a gap in the email, or drops the field, without an error.
    if (missing.length > 0) return said(400, `The form has no ${missing.join(', ')}`);
    if (extra.length > 0) return said(400, `The template has no place for ${extra.join(', ')}`);
    if (!isEmail(own['user_email'] ?? '')) return said(422, 'The recipients address is corrupted');
    if (now() - lastAt < ONE_EACH_MS) return said(429, 'Too Many Requests');
    lastAt = now();
    forms.push({ at: new Date(lastAt).toISOString(), fields: own });
    save();
    return said(200, 'OK');
  }

  async function send(request: Request): Promise<Response> {
    // A browser sends the page's origin; other programs need a setting of the account.
    if (!request.headers.get('origin')) {
      return said(403, 'API calls are disabled for non-browser applications');
    }
    const type = request.headers.get('content-type') ?? '';
    if (!type.startsWith('multipart/form-data')) {
      return said(400, 'The content type must be multipart/form-data');
    }
    const bytes = await request.arrayBuffer();
    if (bytes.byteLength > LARGEST_FORM) return said(413, 'Variables size limit');
    const form = await new Response(bytes, { headers: { 'Content-Type': type } })
      .formData()
      .catch(() => undefined);
    if (!form) return said(400, 'The form cannot be read');
    const fields = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    for (const [name, own, status, unknown] of ids) {
      if (!fields[name]) return said(400, `The ${name} parameter is required`);
      if (fields[name] !== own) return said(status, unknown);
      delete fields[name];
    }
    return take(fields);
  }

  function formsPage(): Response {
    const rows = forms.map(({ at, fields }) => [
      when(at),
      ...TEMPLATE.map((name) => escapeHtml(fields[name] ?? '')),
    ]);
    const body = `<div class="top"><h1>Waitlist forms</h1><span class="label">Local simulator: no EmailJS involved</span></div>
<p class="note">The newest ${SHOWN} are shown; <a href="/__emailjs.json">all of them as JSON</a>.</p>
${table('Forms', ['Arrived', ...TEMPLATE], rows, 'Nobody has joined the waitlist yet.')}`;
    return htmlPage({ title: 'Waitlist forms', body });
  }

  return {
    'POST /__emailjs/api/v1.0/email/send-form': send,
    'GET /__emailjs.json': () => json(forms),
    'GET /__emailjs': formsPage,
  };
}

function said(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*',
    },
  });
}
