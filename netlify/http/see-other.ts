import { uncached } from './headers.ts';

/** Redirects a browser after a post, so a reload repeats the GET and not the post. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...uncached, Location: location } });
}
