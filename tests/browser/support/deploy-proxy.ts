import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that arrived at the shop. */
export interface ArrivedCall {
  path: string;
  body: Record<string, unknown>;
}

/** A proxy of the shop that records requests and can simulate another deploy. */
export interface DeployProxy {
  address: string;
  arrived: ArrivedCall[];
  /**
   * Renames every script, in pages, scripts and the worker. The old names no longer exist.
   *
   * @param mark part of the new names
   * @param change changes the HTML
   */
  deploy: (mark: string, change?: (html: string) => string) => void;
  /** Replaces the script at this address. */
  replace: (path: string, script: string) => void;
  /** Removes this address. */
  remove: (path: string) => void;
  /** Holds the responses of this address until the returned function is called. */
  hold: (path: string) => () => void;
  close: () => Promise<void>;
}

const SCRIPT_NAME = /([\w.@-]+\.[\w-]{8})\.js\b/g;

/** @param shop its address */
export async function openDeployProxy(shop: string): Promise<DeployProxy> {
  let mark = '';
  let change = (html: string) => html;
  const arrived: ArrivedCall[] = [];
  const replaced = new Map<string, string>();
  const removed = new Set<string>();
  const held = new Map<string, Promise<void>>();

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = incoming.url ?? '/';
    const body = await buffer(incoming);
    if (path.startsWith('/api/')) {
      arrived.push({
        path,
        body: body.length > 0 ? (JSON.parse(body.toString()) as ArrivedCall['body']) : {},
      });
    }
    await held.get(path);
    const script = replaced.get(path);
    if (script !== undefined) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(script);
      return;
    }
    if (removed.has(path) || isOfOldBuild(path)) {
      outgoing.writeHead(404).end();
      return;
    }
    const headers = { ...incoming.headers, host: new URL(shop).host, 'accept-encoding': 'identity' };
    if (mark) delete (headers as IncomingMessage['headers'])['if-none-match'];
    const onward = ask(shop + (mark ? path.replace(`-${mark}.js`, '.js') : path), {
      method: incoming.method,
      headers,
    });
    onward.end(body);
    const [response] = (await once(onward, 'response')) as [IncomingMessage];
    const sent = await buffer(response);
    const type = response.headers['content-type'] ?? '';
    const isText = /html|javascript/.test(type);
    const { 'content-length': _, 'transfer-encoding': __, ...rest } = response.headers;
    outgoing.writeHead(response.statusCode ?? 500, rest);
    outgoing.end(isText ? deployed(sent.toString(), type) : sent);
  };

  function isOfOldBuild(path: string): boolean {
    const isScript = path.startsWith('/_astro/') && path.endsWith('.js');
    return isScript && mark !== '' && !path.endsWith(`-${mark}.js`);
  }

  function deployed(text: string, type: string): string {
    if (!mark) return text;
    const renamed = text.replace(SCRIPT_NAME, `$1-${mark}.js`);
    return type.includes('html') ? change(renamed) : renamed;
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    arrived,
    deploy: (newMark, newChange = (html) => html) => {
      mark = newMark;
      change = newChange;
    },
    replace: (path, script) => void replaced.set(path, script),
    remove: (path) => void removed.add(path),
    hold: (path) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return () => {
        held.delete(path);
        resolve();
      };
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
