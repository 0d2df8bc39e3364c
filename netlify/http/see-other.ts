import { uncached } from './headers.ts';

/** Sends a browser that has posted something on to a page: what it asks for next, and again at a reload, is that page. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...uncached, Location: location } });
}
