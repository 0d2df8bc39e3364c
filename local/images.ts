/**
 * Netlify's Image CDN on this machine: `/.netlify/images?url=…&w=…` resizes pictures of the site with sharp, chooses
 * AVIF or WebP by the browser's Accept header and caches the result on disk. Encoding is the slowest work of the local
 * shop, so each picture is encoded once, with limited concurrency, and warming yields to shoppers.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { parseAccept } from 'hono/utils/accept';
import { entityTag, respond } from './site/http-caching.ts';

export interface ImagesOptions {
  /** Folders with the site's files; the first that has the picture is used. */
  sources: string[];
  cacheFolder: string;
  headersFor?: (pathname: string) => Record<string, string>;
}

export interface Images {
  serve: (request: Request) => Promise<Response>;
  /** Encodes pictures as AVIF, one at a time, while nobody else is waiting. Ends early on `stop()`. */
  warm: (addresses: Iterable<string>) => Promise<void>;
  stop: () => void;
}

type Format = keyof typeof ENCODING;

interface Order {
  file: string;
  format: Format;
  width: number;
}

const LONGEST_SIDE = 4096;
const MOST_PIXELS_READ = 100_000_000;
/** Of WebP and JPEG. */
const QUALITY = 75;
/** Effort 2 takes an eighth of the time of sharp's default and adds a few percent of size. */
const AVIF_EFFORT = 2;
/** Looks like WebP and JPEG at 75. */
const AVIF_QUALITY = 50;
const ENCODING = {
  avif: { quality: AVIF_QUALITY, effort: AVIF_EFFORT },
  webp: { quality: QUALITY },
  jpeg: { quality: QUALITY, mozjpeg: true },
  png: {},
};
const AT_ONCE = 2;
const SOURCES = /\.(?:avif|gif|jpe?g|png|tiff|webp)$/i;
const CACHING = 'public, max-age=86400';

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const accepts = (request: Request, type: string): boolean =>
  parseAccept(request.headers.get('accept') ?? '').some((offer) => offer.type === type && offer.q > 0);

function formatFor(request: Request, file: string): Format {
  if (accepts(request, 'image/avif')) return 'avif';
  if (accepts(request, 'image/webp')) return 'webp';
  return /\.(?:png|gif)$/.test(file) ? 'png' : 'jpeg';
}

/** Limits the number of parallel encodings; what can wait begins only while nothing else is encoded. */
function openQueue(atOnce: number) {
  const urgent: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  function next(): void {
    if (busy >= atOnce) return;
    const start = urgent.shift() ?? (busy === 0 ? waiting.shift() : undefined);
    if (!start) return;
    busy += 1;
    start();
  }
  return async <T>(work: () => Promise<T>, canWait: boolean): Promise<T> => {
    await new Promise<void>((start) => {
      (canWait ? waiting : urgent).push(start);
      next();
    });
    return work().finally(() => {
      busy -= 1;
      next();
    });
  };
}

export function openImages({ sources, cacheFolder, headersFor = () => ({}) }: ImagesOptions): Images {
  const roots = sources.map((folder) => resolve(folder));
  const inTurn = openQueue(AT_ONCE);
  const underWay = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  const fingerprints = new Map<string, { modified: number; hash: string }>();
  let stopped = false;

  async function findSource(address: string): Promise<{ file: string; pathname: string }> {
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/|\\)/i.test(address)) {
      throw new Refusal(
        403,
        'Only pictures of this site can be resized; give url as a path that begins with a slash.',
      );
    }
    if (!address.startsWith('/')) {
      throw new Refusal(400, 'url must be the path of a picture of this site and begin with a slash.');
    }
    let pathname: string;
    try {
      pathname = decodeURIComponent(address.replace(/[?#].*$/, ''));
    } catch {
      throw new Refusal(400, 'url is not a readable address.');
    }
    for (const root of roots) {
      const file = join(root, pathname);
      if (!file.startsWith(root + sep) || file.includes('\0')) break;
      const found = await stat(file).catch(() => undefined);
      if (found?.isFile()) {
        if (SOURCES.test(file)) return { file, pathname };
        throw new Refusal(400, `${pathname} is not a picture that can be resized.`);
      }
    }
    throw new Refusal(404, `There is no picture at ${pathname}.`);
  }

  async function fingerprint(file: string): Promise<string> {
    const { mtimeMs: modified } = await stat(file);
    const known = fingerprints.get(file);
    if (known?.modified === modified) return known.hash;
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    fingerprints.set(file, { modified, hash });
    return hash;
  }

  /** The shop asks for a picture by `url` and `w`, in emails as JPEG. Netlify's other parameters are not served here. */
  async function readOrder(request: Request): Promise<{ order: Order; pathname: string }> {
    const { searchParams } = new URL(request.url);
    const { url: address, w: width = '', fm, ...others } = Object.fromEntries(searchParams);
    if (!address) throw new Refusal(400, 'url is missing; name the picture to resize.');
    const [other] = Object.keys(others);
    if (other !== undefined) throw new Refusal(400, `${other} is not served here, only url, w and fm.`);
    if (fm !== undefined && fm !== 'jpg') throw new Refusal(400, 'fm must be jpg.');
    if (!/^[1-9]\d{0,3}$/.test(width) || Number(width) > LONGEST_SIDE) {
      throw new Refusal(400, `w must be a whole number from 1 to ${LONGEST_SIDE}.`);
    }
    const { file, pathname } = await findSource(address);
    const format = fm ? 'jpeg' : formatFor(request, file);
    return { order: { file, format, width: Number(width) }, pathname };
  }

  async function encode({ file, format, width }: Order): Promise<Buffer<ArrayBuffer>> {
    // Loaded at the first picture, so that the shop starts without waiting for it.
    const { default: sharp } = await import('sharp');
    const picture = sharp(file, { limitInputPixels: MOST_PIXELS_READ })
      .rotate()
      .resize({ width, withoutEnlargement: true });
    if (format === 'jpeg') picture.flatten({ background: '#fff' });
    try {
      return (await picture.toFormat(format, ENCODING[format]).toBuffer()) as Buffer<ArrayBuffer>;
    } catch {
      throw new Refusal(400, 'The picture cannot be read; check that the file is a whole picture.');
    }
  }

  const cacheFile = (key: string, format: Format): string =>
    join(cacheFolder, key.slice(0, 2), `${key}.${format}`);

  async function make(order: Order, key: string, later: boolean): Promise<Buffer<ArrayBuffer>> {
    const file = cacheFile(key, order.format);
    const kept = await readFile(file).catch(() => undefined);
    if (kept) return kept;
    const known = underWay.get(key);
    if (known) return known;
    const work = inTurn(() => encode(order), later).finally(() => underWay.delete(key));
    underWay.set(key, work);
    const body = await work;
    await mkdir(dirname(file), { recursive: true });
    // Writes a temporary file and renames it, so that another shop on this cache never reads half a picture.
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, body);
    await rename(draft, file);
    return body;
  }

  async function keyOf({ file, format, width }: Order): Promise<string> {
    return createHash('sha256')
      .update(JSON.stringify([await fingerprint(file), format, width, QUALITY, AVIF_QUALITY, AVIF_EFFORT]))
      .digest('hex');
  }

  async function answer(request: Request, later: boolean): Promise<Response> {
    const { order, pathname } = await readOrder(request);
    const key = await keyOf(order);
    return respond(request, await make(order, key, later), {
      tag: entityTag(key),
      headers: {
        'Cache-Control': CACHING,
        'Content-Type': `image/${order.format}`,
        ...headersFor(pathname),
        Vary: 'Accept',
      },
    });
  }

  async function serve(request: Request, later = false): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Pictures are read with GET.', { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    try {
      return await answer(request, later);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return new Response(error.message, { status: error.status, headers: { 'Cache-Control': 'no-store' } });
    }
  }

  return {
    serve: (request) => serve(request),

    async warm(addresses) {
      for (const address of addresses) {
        if (stopped) return;
        const request = new Request(new URL(address, 'http://localhost'), {
          headers: { accept: 'image/avif' },
        });
        await (await serve(request, true)).body?.cancel();
      }
    },

    stop() {
      stopped = true;
    },
  };
}

const IMAGE_ADDRESS = /\/\.netlify\/images\?[^\s"'<>,]+/g;

/** Every resized picture that the built pages use, each once. */
export async function imageAddressesIn(folder: string): Promise<Set<string>> {
  const addresses = new Set<string>();
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.html')).sort()) {
    const html = await readFile(join(folder, file), 'utf8');
    for (const [address] of html.matchAll(IMAGE_ADDRESS)) {
      addresses.add(address.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
    }
  }
  return addresses;
}
