import type { Context } from '@netlify/functions';
import { uncached } from './headers.ts';
import { readUpTo } from './input.ts';

type Answer = (request: Request, context: Context) => Promise<Response>;

const FORM_BYTES = 8 * 1_024;

/**
 * Lets a browser without script post a form to a call: its fields travel on as JSON, and the browser is sent to a page
 * that says how it went.
 * @param path of the call that takes forms
 * @param pages addresses for a call that was carried out and for one that was not
 */
export function takesForms(path: string, pages: { done: string; failed: string }, answer: Answer): Answer {
  return async (request, context) => {
    const type = request.headers.get('content-type') ?? '';
    const isForm = request.method === 'POST' && type.startsWith('application/x-www-form-urlencoded');
    if (!isForm || new URL(request.url).pathname.replace(/\/$/, '') !== path) return answer(request, context);
    return seeOther((await isCarriedOut(request, context, answer)) ? pages.done : pages.failed);
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

/** 303: what the browser asks for next, and again at a reload, is a page. */
function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...uncached, Location: location } });
}
