/** The bytes of a request: marks filled in, encoded and signed. */
import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Episode } from './episodes.ts';
import type { WireRequest } from './raw-http.ts';
import type { Step } from './steps.ts';

export type Marks = (mark: string) => string;

/** With which providers sign their webhooks. */
type Secrets = Record<'razorpay' | 'stripe', string>;

export function fillMarks(
  { method, target, headers, body, encoding, signed }: Step,
  { ip }: Episode,
  marks: Marks,
  secrets: Secrets,
): WireRequest {
  const fill = (text: string) => text.replace(/§([a-z0-9.]+)§/g, (_, mark: string) => marks(mark));
  // A line break would start another request, which is out of scope here.
  const oneLine = (text: string) => fill(text).replace(/[\r\n\0]/g, ' ');
  const path = oneLine(target).replaceAll(' ', '%20');
  const text = body === null ? null : fill(body);
  const bytes = text === null ? null : encoded(text, encoding);
  return {
    method,
    target: path,
    headers: [
      ...headers.map(([name, value]): [string, string] => [name, oneLine(value)]),
      ['X-Nf-Client-Connection-Ip', ip],
      ...(encoding === 'gzip-told' ? [['Content-Encoding', 'gzip'] as [string, string]] : []),
      ...(signed ? signatures(text ?? '', path, secrets) : []),
    ],
    body: bytes,
  };
}

function encoded(text: string, encoding: Step['encoding']): Buffer {
  switch (encoding) {
    case 'utf16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le');
    case 'latin1':
      return Buffer.from(text, 'latin1');
    case 'gzip':
    case 'gzip-told':
      return gzipSync(text);
    case 'cut':
      return Buffer.from(text).subarray(0, Math.floor(text.length / 2));
    default:
      return Buffer.from(text);
  }
}

/** As a provider would sign this body; the body may be the provider's mistake. @param at in seconds since 1970 */
export function signatures(
  text: string,
  path: string,
  secrets: Secrets,
  at = Math.floor(Date.now() / 1_000),
): [string, string][] {
  const signed = (secret: string, of: string) => createHmac('sha256', secret).update(of).digest('hex');
  if (path.includes('stripe')) {
    return [['Stripe-Signature', `t=${at},v1=${signed(secrets.stripe, `${at}.${text}`)}`]];
  }
  return [
    ['X-Razorpay-Signature', signed(secrets.razorpay, text)],
    ['X-Razorpay-Event-Id', signed('id', text).slice(0, 20)],
  ];
}
