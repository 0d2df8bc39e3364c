import type { PageDocument } from './page-document.ts';

/** What a page tells search engines and shared links; the sitemap and the share cards use it. */
export interface PageFacts {
  isPublic: boolean;
  /** Such as `2026-11-20`. */
  lastChanged?: string | undefined;
  /** The picture of shared links. */
  card?: string | undefined;
}

/** The pages of a build by file, such as `product/taana-cap.html`; built-pages fills it. */
export type BuiltPages = Map<string, PageFacts>;

export function factsOf({ head }: PageDocument): PageFacts {
  const said = new Map(
    head.map(({ attributes: { name, property, content } }) => [property ?? name, content]),
  );
  // Copied, because a slice of a page's text keeps the whole page in memory: 1.3 GB for 10,000 products.
  return structuredClone({
    isPublic: !said.get('robots')?.startsWith('noindex'),
    lastChanged: said.get('article:modified_time'),
    card: said.get('og:image'),
  });
}
