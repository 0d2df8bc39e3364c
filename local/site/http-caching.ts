/** Shared by all answers of the local shop that have a body: ETag, 304 and HEAD. */
import { createHash } from 'node:crypto';

export const entityTag = (content: string | Uint8Array, variant = ''): string =>
  `"${createHash('sha256').update(content).update(variant).digest('base64url').slice(0, 27)}"`;

function isFresh(request: Request, tag: string): boolean {
  const asked = request.headers.get('if-none-match');
  if (asked === null) return false;
  return asked.split(',').some((part) => ['*', tag].includes(part.trim().replace(/^W\//, '')));
}

/** The body with its ETag, or 304 if the client has it; no body for HEAD. */
export function respond(
  request: Request,
  body: Uint8Array<ArrayBuffer>,
  { status = 200, tag, headers }: { status?: number; tag: string; headers: Record<string, string> },
): Response {
  const all = new Headers({ ...headers, ETag: tag });
  if (status === 200 && isFresh(request, tag)) {
    all.delete('Content-Type');
    all.delete('Content-Encoding');
    return new Response(null, { status: 304, headers: all });
  }
  all.set('Content-Length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, { status, headers: all });
}
