/** `/__emailjs`: the forms that arrived, and what goes wrong. */
import { escapeHtml } from '../../../../netlify/mail/frame.ts';
import { htmlPage, isForeign, json, readBody, seeOther } from '../page.ts';
import { FORM_FAULTS, type FormFault, type FormService, SEND_FORM } from './service.ts';

const SHOWN = 200;

const when = (iso: string): string =>
  new Date(iso).toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'medium' });

export function formPages(service: FormService) {
  async function setFault(request: Request): Promise<Response> {
    if (isForeign(request)) return json({ error: 'Other sites may not do this.' }, 403);
    const { fault, times } = await readBody(request);
    if (typeof fault !== 'string' || !Object.hasOwn(FORM_FAULTS, fault)) {
      return json({ error: `fault is one of ${Object.keys(FORM_FAULTS).join(', ')}.` }, 400);
    }
    service.fault(fault as FormFault, times === undefined ? undefined : Number(times));
    const wantsJson = request.headers.get('content-type')?.startsWith('application/json');
    return wantsJson ? json({ fault: service.currentFault() }) : seeOther('/__emailjs');
  }

  /** @returns undefined for an address that is none of EmailJS's */
  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    if (pathname === SEND_FORM) return service.send(request);
    const address = `${request.method} ${pathname}`;
    if (address === 'POST /__emailjs/faults') return setFault(request);
    if (address === 'GET /__emailjs.json') return json(service.forms());
    return address === 'GET /__emailjs' ? formsPage(service) : undefined;
  };
}

function formsPage(service: FormService): Response {
  const forms = service.forms();
  const rows = forms
    .slice(-SHOWN)
    .toReversed()
    .map(({ at, fields }) => {
      const { user_email = '', user_name = '', message = '', time = '' } = fields;
      const cells = [when(at), user_email, user_name, message, time];
      return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
    });
  const heads = ['Arrived', 'user_email', 'user_name', 'message', 'time'];
  const table = `<div class="scroll" tabindex="0" role="region" aria-label="Forms"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  const options = Object.entries(FORM_FAULTS).map(
    ([name, label]) =>
      `<option value="${name}"${name === service.currentFault() ? ' selected' : ''}>${label}</option>`,
  );
  const body = `<div class="top"><h1>Waitlist forms</h1><span class="label">Local stand-in: no EmailJS involved</span></div>
<p class="note">The newest ${SHOWN} are shown; <a href="/__emailjs.json">all of them as JSON</a>.</p>
<section class="card"><h2>Arrived</h2>${forms.length === 0 ? '<p class="note">Nobody has joined the waitlist yet.</p>' : table}</section>
<section class="card"><h2>What goes wrong</h2><form method="post" action="/__emailjs/faults"><label for="fault">EmailJS’s answer</label><select id="fault" name="fault">${options.join('')}</select><button>Set</button></form></section>`;
  return htmlPage({ title: 'Waitlist forms', body, policy: "form-action 'self'" });
}
