/** Reads and changes a page's HTML as text: a worker has no DOM. */

/** Addresses of the files that a page needs: scripts, modules that they import, islands, styles, fonts, drawings. */
export function filesOf(html: string): string[] {
  return [...new Set(html.match(/\/_astro\/[\w./@~-]+\.(?:js|css|woff2)\b|\/icons\/[\w-]+\.svg\b/g))];
}

/** The addresses of a page's own scripts; they differ between two builds. */
export function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, address = '']) => address);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#38': '&', '#39': "'" };

export function titleOf(html: string): string {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
  return title.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);
}

export interface KeptLine {
  sentence: string;
  /** The hash of the cached page. */
  hash: string;
  isHidden: boolean;
}

/** Adds a line above all content of the page; its `data-kept` attribute carries the hash. */
export function withLine(html: string, { sentence, hash, isHidden }: KeptLine): string {
  return html.replace(
    /<main id="main"[^>]*>/,
    (main) =>
      `${main}<div class="border-b border-line bg-sunken" role="status" data-kept="${hash}"${isHidden ? ' hidden' : ''}><p class="wrap py-2 text-sm">${sentence}</p></div>`,
  );
}
