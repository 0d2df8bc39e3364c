/**
 * Serves the files that marketers edit to the editor at /admin of the local shop, and saves them. Only the local shop
 * has this; the editor of a deployed shop uses the repository. Saving changes the site, so only pages of this shop on
 * this machine may call it.
 */
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import process from 'node:process';
import { isLoopback } from '../netlify/services/health/shop-at.ts';
import { isOwnText } from '../src/contract/page-slugs.ts';
import type { Extra } from './shop.ts';

const ADDRESS = '/__content/';
/** Limits a file's size: a picture for the shop has about a megabyte, a mistaken video more. */
const LARGEST_FILE = 20 * 1024 * 1024;

const MARKDOWN = /^[a-z0-9][a-z0-9-]*\.md$/i;
const PICTURE = /^[a-z0-9][a-z0-9._-]*\.(?:webp|jpe?g|png|avif)$/i;

/** Allowed folders and file names, one level deep: nothing else can be written. */
const EDITABLE: readonly (readonly [folder: string, name: RegExp])[] = [
  ['src/content', /^(?:home|search-words)\.json$/],
  ['src/content/pages', MARKDOWN],
  ['src/content/policies', MARKDOWN],
  ['src/content/products', MARKDOWN],
  ['public/products', PICTURE],
  ['public/campaign', PICTURE],
];

/** A file that the editor may read. */
interface EditableFile {
  /** Path in the repository, such as `src/content/pages/about.md`. */
  path: string;
  /** Milliseconds since 1970. */
  modified: number;
}

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

const refuse = (status: number, why: string): Response =>
  new Response(why, { status, headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' } });

/** @returns why this request is refused, or undefined */
function refusalReason(request: Request): string | undefined {
  const { hostname, origin } = new URL(request.url);
  // DNS rebinding: another host name that resolves to this machine is a foreign page.
  if (!isLoopback(hostname)) return 'The content is edited at http://localhost only.';
  const asking = request.headers.get('x-nf-client-connection-ip');
  if (asking !== null && !isLoopback(asking)) return 'The content is edited on this machine only.';
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return 'The content is edited from this shop’s /admin only.';
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (!reads && request.headers.get('origin') !== origin) {
    return 'The content is edited from this shop’s /admin only.';
  }
  return undefined;
}

/** The path of an editable file, or undefined. */
function editablePath(path: string): string | undefined {
  const at = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, at), path.slice(at + 1)];
  return EDITABLE.some(([allowed, names]) => allowed === folder && names.test(name)) ? path : undefined;
}

/** The build requires it; an added file may be deleted. */
function belongsToShop(path: string): boolean {
  const [, folder, name = ''] = /^src\/content\/(pages|policies)\/(.+)\.md$/.exec(path) ?? [];
  return (folder === 'pages' || folder === 'policies') && isOwnText(folder, name);
}

async function list(root: string): Promise<EditableFile[]> {
  const folders = EDITABLE.map(async ([folder, names]) => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    return Promise.all(
      entries
        .filter((entry) => entry.isFile() && names.test(entry.name))
        .map(async ({ name }) => {
          const { mtimeMs } = await lstat(join(root, folder, name));
          return { path: `${folder}/${name}`, modified: Math.floor(mtimeMs) };
        }),
    );
  });
  return (await Promise.all(folders)).flat();
}

/** A symbolic link in an editable folder could lead out of the repository. */
async function staysInside(root: string, path: string): Promise<boolean> {
  const file = join(root, path);
  const [home, folder] = await Promise.all([realpath(root), realpath(dirname(file)).catch(() => '')]);
  if (folder !== '' && folder !== join(home, dirname(path).split('/').join(sep))) return false;
  const found = await lstat(file).catch(() => undefined);
  return found === undefined || found.isFile();
}

/** Writes a temporary file and renames it, so that a build never reads half a file. */
async function put(root: string, path: string, body: Uint8Array): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  const draft = join(dirname(file), `.${process.pid}-${crypto.randomUUID()}`);
  try {
    await writeFile(draft, body);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function remove(root: string, path: string): Promise<Response> {
  if (belongsToShop(path)) return refuse(403, 'This text belongs to the shop; change it instead.');
  await rm(join(root, path), { force: true });
  return new Response(null, { status: 204, headers: HEADERS });
}

async function bodyOf(request: Request): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_FILE) return undefined;
  const body = new Uint8Array(await request.arrayBuffer());
  return body.byteLength > LARGEST_FILE ? undefined : body;
}

/** @param root of the repository */
export function openContentFiles(root: string): Extra {
  return {
    async serve(request) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith(ADDRESS)) return undefined;
      const why = refusalReason(request);
      if (why !== undefined) return refuse(403, why);
      if (pathname === ADDRESS) {
        return request.method === 'GET'
          ? Response.json(await list(root), { headers: HEADERS })
          : refuse(405, 'GET');
      }

      const path = editablePath(pathname.slice(ADDRESS.length));
      if (path === undefined || !(await staysInside(root, path))) {
        return refuse(403, 'This is not a file that the editor may read or write.');
      }
      const file = join(root, path);
      switch (request.method) {
        case 'GET': {
          const body = await readFile(file).catch(() => undefined);
          return body ? new Response(body, { headers: HEADERS }) : refuse(404, 'There is no such file.');
        }
        case 'PUT': {
          const body = await bodyOf(request);
          if (!body) return refuse(413, 'The file is larger than 20 MB.');
          await put(root, path, body);
          return new Response(null, { status: 204, headers: HEADERS });
        }
        case 'DELETE':
          return remove(root, path);
        default:
          return refuse(405, 'GET, PUT or DELETE');
      }
    },
  };
}
