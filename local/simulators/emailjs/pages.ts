/** `/__emailjs`: the forms that arrived, and the faults. */
import { escapeHtml } from '../../../netlify/email/html.ts';
import { isCrossSite } from '../../../netlify/http/same-site.ts';
import { faultSelect, htmlPage, json, readBody, row, seeOther, SHOWN, table, when } from '../html-page.ts';
import { FORM_FAULTS, type FormFault, type FormService, SEND_FORM } from './service.ts';

export function formPages(service: FormService) {
  async function setFault(request: Request): Promise<Response> {
    if (isCrossSite(request)) return json({ error: 'Other sites may not do this.' }, 403);
    const { fault, times } = await readBody(request);
    if (typeof fault !== 'string' || !Object.hasOwn(FORM_FAULTS, fault)) {
      return json({ error: `fault is one of ${Object.keys(FORM_FAULTS).join(', ')}.` }, 400);
    }
    service.fault(fault as FormFault, times === undefined ? undefined : Number(times));
    const wantsJson = request.headers.get('content-type')?.startsWith('application/json');
    return wantsJson ? json({ fault: service.currentFault() }) : seeOther('/__emailjs');
  }

  /** @returns undefined for a URL that is not EmailJS's */
  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    if (pathname === SEND_FORM) return service.send(request);
    const address = `${request.method} ${pathname}`;
    if (address === 'POST /__emailjs/faults') return setFault(request);
    if (address === 'GET /__emailjs.json') return json(service.forms());
    return address === 'GET /__emailjs' ? formsPage(service) : undefined;
  };
}

function formsPage(service: FormService): Response {
  const rows = service.forms().map(({ at, fields }) => {
    const { user_email = '', user_name = '', message = '', time = '' } = fields;
    return row([when(at), ...[user_email, user_name, message, time].map(escapeHtml)]);
  });
  const heads = ['Arrived', 'user_email', 'user_name', 'message', 'time'];
  const body = `<div class="top"><h1>Waitlist forms</h1><span class="label">Local simulator: no EmailJS involved</span></div>
<p class="note">The newest ${SHOWN} are shown; <a href="/__emailjs.json">all of them as JSON</a>.</p>
${table('Forms', heads, rows, 'Nobody has joined the waitlist yet.')}
<section class="card"><h2>What goes wrong</h2><form method="post" action="/__emailjs/faults">${faultSelect('fault', 'EmailJS’s answer', FORM_FAULTS, service.currentFault())}</form></section>`;
  return htmlPage({ title: 'Waitlist forms', body, policy: "form-action 'self'" });
}
