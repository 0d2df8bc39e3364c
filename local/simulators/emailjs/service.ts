/** EmailJS on this machine: its send-form call, as strict as the real one, and a list of the forms that arrived. */
import { setTimeout as wait } from 'node:timers/promises';
import { isEmail } from '../../../src/domain/user.ts';
import { openFaults } from '../faults.ts';
import type { ArrivedForm, OpenLedger } from '../ledger.ts';

/** Faults on demand; the status codes are EmailJS's own. */
export const FORM_FAULTS = {
  none: 'All is well',
  headless: 'Answers 451: headless browser',
  forbidden: 'Answers 403: forbidden',
  busy: 'Answers 429: too many requests',
  error: 'Answers 500',
  slow: 'Answers after 3 seconds',
  dead: 'The connection breaks',
} as const;

export type FormFault = keyof typeof FORM_FAULTS;

export const SEND_FORM = '/__emailjs/api/v1.0/email/send-form';

/** EmailJS's limits for an account and for a form. */
const ONE_EACH_MS = 1_000;
const LARGEST_FORM = 50 * 1_024;

const IDS = ['user_id', 'service_id', 'template_id'] as const;
/** The fields of the shop's template: its email has a placeholder for each. */
const TEMPLATE = ['user_email', 'user_name', 'message', 'time'] as const;

export interface FormService {
  /** The send-form call. */
  send: (request: Request) => Promise<Response>;
  /** Oldest first. */
  forms: () => readonly ArrivedForm[];
  /** @param times how often; default: until it is set again */
  fault: (fault: FormFault, times?: number) => void;
  currentFault: () => FormFault;
}

class FormRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const REFUSALS: Partial<Record<FormFault, [status: number, text: string]>> = {
  headless: [451, 'Unavailable For Headless Browser'],
  forbidden: [403, 'Forbidden'],
  busy: [429, 'Too Many Requests'],
  error: [500, 'Internal Server Error'],
};

export function openFormService(books: OpenLedger): FormService {
  const { keys, forms } = books;
  const faults = openFaults<FormFault>();
  let lastAt = Number.NEGATIVE_INFINITY;

  /** @throws FormRefusal */
  async function take(request: Request): Promise<void> {
    const fields = await fieldsOf(request);
    const [user_id = '', service_id = '', template_id = ''] = IDS.map((id) => fields[id]);
    for (const id of IDS) if (!fields[id]) throw new FormRefusal(400, `The ${id} parameter is required`);
    if (user_id !== keys.emailjsPublicKey) throw new FormRefusal(404, 'Account not found');
    if (service_id !== keys.emailjsServiceId) throw new FormRefusal(400, 'The service ID not found');
    if (template_id !== keys.emailjsTemplateId) throw new FormRefusal(400, 'The template ID not found');
    const own = Object.fromEntries(
      Object.entries(fields).filter(([name]) => !(IDS as readonly string[]).includes(name)),
    );
    const missing = TEMPLATE.filter((name) => !own[name]);
    const extra = Object.keys(own).filter((name) => !(TEMPLATE as readonly string[]).includes(name));
    // The real one leaves a gap in the email, or drops the field, without an error.
    if (missing.length > 0) throw new FormRefusal(400, `The form has no ${missing.join(', ')}`);
    if (extra.length > 0) throw new FormRefusal(400, `The template has no place for ${extra.join(', ')}`);
    if (!isEmail(own['user_email'] ?? '')) throw new FormRefusal(422, 'The recipients address is corrupted');
    if (books.now() - lastAt < ONE_EACH_MS) throw new FormRefusal(429, 'Too Many Requests');
    lastAt = books.now();
    forms.push({ at: new Date(lastAt).toISOString(), fields: own });
    books.save();
  }

  async function send(request: Request): Promise<Response> {
    if (request.method !== 'POST') return said(405, 'Method Not Allowed');
    const active = faults.next(SEND_FORM);
    const refusal = active && REFUSALS[active.fault];
    if (refusal) return said(...refusal);
    if (active?.fault === 'dead') return broken();
    if (active?.fault === 'slow') await wait(active.ms, undefined, { ref: false });
    try {
      await take(request);
      return said(200, 'OK');
    } catch (error) {
      if (error instanceof FormRefusal) return said(error.status, error.message);
      throw error;
    }
  }

  return {
    send,
    forms: () => structuredClone(forms),
    fault: (fault, times) => faults.set(fault, times === undefined ? {} : { times }),
    currentFault: faults.current,
  };
}

/** @throws FormRefusal */
async function fieldsOf(request: Request): Promise<Record<string, string>> {
  // A browser sends the page's origin; other programs need a setting of the account.
  if (!request.headers.get('origin')) {
    throw new FormRefusal(403, 'API calls are disabled for non-browser applications');
  }
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    throw new FormRefusal(400, 'The content type must be multipart/form-data');
  }
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > LARGEST_FORM) throw new FormRefusal(413, 'Variables size limit');
  const form = await new Response(bytes, {
    headers: { 'Content-Type': request.headers.get('content-type') ?? '' },
  })
    .formData()
    .catch(() => {
      throw new FormRefusal(400, 'The form cannot be read');
    });
  return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
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

/** An answer that breaks off at once. */
function broken(): Response {
  const body = new ReadableStream({ start: (controller) => controller.error(new Error('The line is dead')) });
  return new Response(body, { headers: { 'Content-Length': '2' } });
}
