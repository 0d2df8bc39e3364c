import type { Context } from '@netlify/functions';
import { comingSoonPath, outcomes } from '../../src/contract/coming-soon.ts';
import { newsletterOutcomes, newsletterPaths } from '../../src/contract/paths.ts';
import { type RouteName, type Routes, routes } from '../../src/contract/routes.ts';
import { readUpTo } from './input.ts';
import { seeOther } from './headers.ts';

type Answer = (request: Request, context: Context) => Promise<Response>;

const FORM_BYTES = 8 * 1_024;

/** Calls that accept form posts, and the pages that tell a browser without script the result. */
const formPages = {
  'newsletter.subscribe': {
    done: `${newsletterPaths.home}#${newsletterOutcomes.sent}`,
    failed: `${newsletterPaths.home}#${newsletterOutcomes.failed}`,
  },
  waitlist: {
    done: `${comingSoonPath}#${outcomes.joined}`,
    failed: `${comingSoonPath}#${outcomes.failed}`,
  },
} as const satisfies { [Name in FormName]: { done: string; failed: string } };

type FormName = { [Name in RouteName]: Routes[Name] extends { form: true } ? Name : never }[RouteName];

/**
 * Lets a browser without script post a form to a call: the fields become JSON, and the browser is redirected to a page
 * that tells the result. Every other request is answered as usual.
 */
export function acceptsForms(name: FormName, answer: Answer): Answer {
  return async (request, context) => {
    const type = request.headers.get('content-type') ?? '';
    const isForm = request.method === 'POST' && type.startsWith('application/x-www-form-urlencoded');
    const path = new URL(request.url).pathname.replace(/\/$/, '');
    if (!isForm || path !== routes[name].path) return answer(request, context);
    const { done, failed } = formPages[name];
    return seeOther((await isCarriedOut(request, context, answer)) ? done : failed);
  };
}

async function isCarriedOut(request: Request, context: Context, answer: Answer): Promise<boolean> {
  const bytes = await readUpTo(FORM_BYTES, request).catch(() => null);
  if (!bytes) return false;
  const fields = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
  const headers = new Headers(request.headers);
  headers.set('content-type', 'application/json');
  headers.delete('content-length');
  const call = new Request(request.url, { method: 'POST', headers, body: JSON.stringify(fields) });
  return (await answer(call, context)).ok;
}
