/** Passes requests on to a server of this machine as they are, and its answers back, whatever their encoding. */
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const OWN_TO_A_CONNECTION = /^(?::|(?:connection|keep-alive|transfer-encoding|upgrade|host|http2-settings)$)/;

const kept = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_TO_A_CONNECTION.test(name)));

/** @param server its URL */
export async function passOn(server: URL | string, { method, path, headers, body }: Asked): Promise<Answer> {
  const outgoing = request(new URL(path, server), {
    method,
    headers: { ...kept(headers), 'content-length': body.byteLength },
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 502,
    headers: kept(response.headers),
    body: await buffer(response),
  };
}
