import { newsletterOutcomes, newsletterPaths } from '../../src/contract/paths.ts';
import { leave } from '../services/newsletter.ts';
import { logLine, errorReply } from './errors.ts';
import { uncached, seeOther } from './headers.ts';
import { readUpTo } from './input.ts';
import { isCrossSite } from './same-site.ts';

const BODY_BYTES = 8 * 1_024;

/**
 * Unsubscribes by the link that every newsletter email contains. The page at that link has one button, which posts here
 * without script. Mail programs post here themselves when their reader presses their unsubscribe button (RFC 8058);
 * their response must not be a redirect. A GET alone changes nothing, because mail scanners open every link.
 */
export async function handleUnsubscribe(request: Request): Promise<Response> {
  let isByMailProgram = false;
  try {
    const body = new TextDecoder().decode(await readUpTo(BODY_BYTES, request));
    // RFC 8058 allows a urlencoded form and a multipart form.
    isByMailProgram = body.includes('One-Click');
    if (!isByMailProgram && isCrossSite(request)) return page('again');
    const isKnown = await leave(new URL(request.url).searchParams.get('token') ?? '');
    if (isByMailProgram) return plain(isKnown ? 200 : 404);
    return page(isKnown ? 'left' : 'unknown');
  } catch (error) {
    const reply = errorReply(error);
    if (!reply.expected) console.error(logLine('newsletter.leave', reply, error));
    return isByMailProgram ? plain(503) : page('again');
  }
}

function plain(status: number): Response {
  return new Response(status === 200 ? 'Unsubscribed' : 'Not unsubscribed', {
    status,
    headers: { ...uncached, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

function page(outcome: keyof typeof newsletterOutcomes): Response {
  return seeOther(`${newsletterPaths.home}#${newsletterOutcomes[outcome]}`);
}
