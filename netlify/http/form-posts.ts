import type { Context } from '@netlify/functions';
import { comingSoonPath, outcomes } from '../../src/contract/coming-soon.ts';
import { newsletterOutcomes, newsletterPaths } from '../../src/contract/newsletter-paths.ts';
import { type RouteName, routes } from '../../src/contract/routes.ts';
import { readUpTo } from './input.ts';
import { seeOther } from './see-other.ts';

type Answer = (request: Request, context: Context) => Promise<Response>;

const FORM_BYTES = 8 * 1_024;

/** The calls that take forms, and where a browser without script reads that one was carried out or was not. */
const formPages = {
  'newsletter.subscribe': {
    done: `${newsletterPaths.home}#${newsletterOutcomes.sent}`,
    failed: `${newsletterPaths.home}#${newsletterOutcomes.failed}`,
  },
  waitlist: {
    done: `${comingSoonPath}#${outcomes.joined}`,
    failed: `${comingSoonPath}#${outcomes.failed}`,
  },
} as const satisfies Partial<Record<RouteName, { done: string; failed: string }>>;

/**
 * Lets a browser without script post a form to a call: its fields travel on as JSON, and the browser is sent to a page
 * that says how it went. Everything else is answered as ever.
 */
export function acceptsForms(name: keyof typeof formPages, answer: Answer): Answer {
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
