/** Serves the built site as Netlify does: pretty URLs, compression, ETags, netlify.toml's headers. */
import { readFile, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { getMimeType } from 'hono/utils/mime';
import { entityTag, respond } from './http-caching.ts';
import type { NetlifyRules } from './netlify-rules.ts';

export interface StaticSite {
  /** The file at this URL, or undefined if there is none. */
  serve: (request: Request, pathname?: string) => Promise<Response | undefined>;
  notFound: (request: Request) => Promise<Response>;
}

type Encoding = 'br' | 'gzip' | 'identity';

interface Shelved {
  modified: number;
  body: Buffer<ArrayBuffer>;
  encoding: Encoding;
  tag: string;
}

const COMPRESSIBLE =
  /^(?:text\/|image\/svg|application\/(?:javascript|json|manifest|ld|xml|rss|wasm)|font\/(?:ttf|otf))/;
const SMALLEST_TO_COMPRESS = 256;
const SHELF_BYTES = 64 * 1024 * 1024;
/** Close to a CDN's quality, and fast enough for the first request. */
const BROTLI_QUALITY = 9;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

function encodingFor(request: Request): Encoding {
  const offers = parseAccept(request.headers.get('accept-encoding')?.toLowerCase() ?? '');
  const takes = (name: string): boolean => {
    const offer = offers.find(({ type }) => type === name) ?? offers.find(({ type }) => type === '*');
    return offer !== undefined && offer.q > 0;
  };
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

function contentType(path: string): string {
  if (path.endsWith('.avif')) return 'image/avif';
  return getMimeType(path) ?? 'application/octet-stream';
}

export function openSite(folder: string, rules: NetlifyRules): StaticSite {
  const root = resolve(folder);
  /** Netlify reads this file but does not serve it. */
  const rulesFile = join(root, '_redirects');
  const shelf = new Map<string, Shelved>();
  let shelved = 0;

  function keep(key: string, item: Shelved): void {
    shelved += item.body.byteLength - (shelf.get(key)?.body.byteLength ?? 0);
    shelf.delete(key);
    shelf.set(key, item);
    for (const [oldest, { body }] of shelf) {
      if (shelved <= SHELF_BYTES) break;
      shelf.delete(oldest);
      shelved -= body.byteLength;
    }
  }

  async function take(file: string, modified: number, encoding: Encoding): Promise<Shelved> {
    const key = `${encoding}:${file}`;
    const known = shelf.get(key);
    if (known?.modified === modified) return known;
    const plain = await readFile(file);
    let item: Shelved = { modified, body: plain, encoding: 'identity', tag: entityTag(plain) };
    const worthIt = plain.byteLength >= SMALLEST_TO_COMPRESS && COMPRESSIBLE.test(contentType(file));
    if (encoding !== 'identity' && worthIt) {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
      };
      const body = encoding === 'br' ? await brotli(plain, { params }) : await zip(plain);
      item = { modified, body: body as Buffer<ArrayBuffer>, encoding, tag: entityTag(plain, encoding) };
    }
    keep(key, item);
    return item;
  }

  async function modifiedAt(file: string): Promise<number | undefined> {
    try {
      const found = await stat(file);
      return found.isFile() ? found.mtimeMs : undefined;
    } catch {
      return undefined;
    }
  }

  /** The path inside the site, or undefined if it points outside or is invalid. */
  function inside(pathname: string): string | undefined {
    try {
      const path = join(root, decodeURIComponent(pathname));
      return (path === root || path.startsWith(root + sep)) && !path.includes('\0') && path !== rulesFile
        ? path
        : undefined;
    } catch {
      return undefined;
    }
  }

  async function sendFile(
    request: Request,
    pathname: string,
    file: string,
    modified: number,
    status = 200,
  ): Promise<Response> {
    const item = await take(file, modified, encodingFor(request));
    return respond(request, item.body, {
      status,
      tag: item.tag,
      headers: {
        'Cache-Control': 'public, max-age=0, must-revalidate',
        'Content-Type': contentType(file),
        Vary: 'Accept-Encoding',
        ...(item.encoding === 'identity' ? {} : { 'Content-Encoding': item.encoding }),
        ...rules.headersFor(pathname),
      },
    });
  }

  function moved(request: Request, pathname: string): Response {
    const location = pathname + new URL(request.url).search;
    return new Response(null, {
      status: 301,
      headers: { Location: location, ...rules.headersFor(pathname) },
    });
  }

  /** The pretty URL of a page requested as `/about.html` or `/about/`. */
  function prettyAddress(pathname: string): string | undefined {
    const pretty = pathname
      .replace(/^\/{2,}/, '/')
      .replace(/(?:\/index)?\.html$/, '')
      .replace(/(?<=.)\/+$/, '');
    return pretty === pathname ? undefined : pretty || '/';
  }

  async function findPage(path: string): Promise<[file: string, modified: number] | undefined> {
    const candidates =
      path === root ? [join(root, 'index.html')] : [path, `${path}.html`, join(path, 'index.html')];
    for (const file of candidates) {
      const modified = await modifiedAt(file);
      if (modified !== undefined) return [file, modified];
    }
    return undefined;
  }

  return {
    async serve(request, pathname = new URL(request.url).pathname) {
      const pretty = prettyAddress(pathname);
      const path = inside(pretty ?? pathname);
      const found = path === undefined ? undefined : await findPage(path);
      if (!found) return undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return new Response('Pages are read with GET.', { status: 405, headers: { Allow: 'GET, HEAD' } });
      }
      if (pretty !== undefined) return moved(request, pretty);
      return sendFile(request, pathname, ...found);
    },

    async notFound(request) {
      const { pathname } = new URL(request.url);
      const page = join(root, '404.html');
      const modified = await modifiedAt(page);
      if (modified !== undefined) return sendFile(request, pathname, page, modified, 404);
      return new Response('Not found', { status: 404, headers: rules.headersFor(pathname) });
    },
  };
}
