/** The built site, read once: its pages in dist/. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'node:path/posix';
import { canonicalPath } from '../../src/seo/addresses.ts';

export const dist = resolve('dist');
if (!existsSync(join(dist, 'index.html'))) {
  throw new Error('The site is not built: run npm run build, or npm test -- build site.');
}

/** Every file of the site as an address, such as `/products/taana-cap-1.webp`. */
export const files: ReadonlySet<string> = new Set(
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length)),
);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

export const read = (file: string): string => readFileSync(join(dist, file), 'utf8');

export interface Page {
  /** Its path, such as `/about`. */
  path: string;
  file: string;
  html: string;
  /** Without the content of templates, which is not in the page before a script copies it. */
  document: string;
  isPublic: boolean;
}

/** Without the marketers' editor. */
const all: readonly Page[] = [...files]
  .filter((file) => parse(file).ext === '.html' && !file.startsWith('/admin'))
  .sort()
  .map((file) => {
    const html = read(file);
    return {
      path: canonicalPath(file),
      file,
      html,
      document: html.replace(/(<template\b[^>]*>)[\s\S]*?(<\/template>)/g, '$1$2'),
      isPublic: !/<meta name="robots" content="noindex"/.test(html),
    };
  });

const isDesk = ({ path }: Page): boolean => path === '/desk' || path.startsWith('/desk/');

/** The shop's pages. */
export const pages = all.filter((page) => !isDesk(page));

/** The staff's part of the site; only a build with DESK_STAFF has it. */
export const deskPages = all.filter(isDesk);

export const publicPages = pages.filter(({ isPublic }) => isPublic);

/** The shop's public address when the site was built. */
export const site = new URL(canonicals(page('/').html)[0] ?? '');

export function page(path: string): Page {
  const found = pages.find((one) => one.path === path);
  if (!found) throw new Error(`The site has no page ${path}`);
  return found;
}

/** Every URL that the page declares as its own. */
export function canonicals(html: string): string[] {
  return tags(html, 'link')
    .filter(({ rel }) => rel === 'canonical')
    .flatMap(({ href }) => href ?? []);
}

/** The content of `<meta name>` or `<meta property>`, for each occurrence. */
export function metas(html: string, name: string): string[] {
  return tags(html, 'meta')
    .filter((tag) => tag['name'] === name || tag['property'] === name)
    .flatMap(({ content }) => content ?? []);
}

/** Its content security policy. */
export const policyOf = (html: string): string =>
  /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/i.exec(html)?.[1] ?? '';

/** The sources of a directive of its policy. */
export const sourcesOf = (html: string, directive: string): string =>
  new RegExp(`(?:^|;)\\s*${directive}\\s([^;]*)`).exec(policyOf(html))?.[1]?.trim() ?? '';

export function titles(html: string): string[] {
  const head = html.slice(0, html.indexOf('</head>'));
  return [...head.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) => unescaped(title));
}

/** The elements of a name with their attributes. Astro and React both write attributes in double quotes. */
export function tags(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}(?=[\\s>/])((?:[^>"]|"[^"]*")*)>`, 'g'))].map(
    ([, attributes = '']) =>
      Object.fromEntries(
        [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
          key,
          unescaped(value),
        ]),
      ),
  );
}

export function unescaped(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal === undefined ? (entities[name] ?? entity) : String.fromCodePoint(Number(decimal));
  });
}
