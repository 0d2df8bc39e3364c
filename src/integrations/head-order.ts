/**
 * The order of a page's head is the order in which a slow network loads it: the policy, then the page's scripts, which
 * are small, and its opening picture. All stand before the styles, because a browser ranks a font that these request
 * above any script. No font is preloaded: Chromium delays the first frame for a preloaded font (0.2 s on a slow phone),
 * although a fallback with the same metrics exists. Data for other programs comes last.
 */
import { type BodyElement, headElement, type PageDocument, type PageElement } from './page-document.ts';
import { isPolicy } from './csp-hashes.ts';

/** Each element belongs to the first group that matches. */
const GROUPS: readonly ((element: PageElement) => boolean)[] = [
  ({ attributes }) => attributes['charset'] !== undefined || attributes['name'] === 'viewport',
  isPolicy,
  ({ attributes }) => attributes['rel'] === 'modulepreload',
  // The opening picture.
  ({ attributes }) => attributes['rel'] === 'preload',
  (element) => !isForOthers(element),
  isForOthers,
];

function isForOthers({ name, attributes }: PageElement): boolean {
  const called = attributes['property'] ?? attributes['name'] ?? '';
  return name === 'meta' && /^(?:og|twitter|article):/.test(called);
}

export function inOrder(page: PageDocument): PageDocument {
  const elements = [...page.head, ...openingPicture(page.body)];
  const placed = Map.groupBy(elements, (element) => GROUPS.findIndex((takes) => takes(element)));
  return { ...page, head: GROUPS.flatMap((_, at) => placed.get(at) ?? []) };
}

/** The first picture with high priority; one with separate crops per window is left to its own element. */
function openingPicture(body: readonly BodyElement[]): PageElement[] {
  const image = body.find(({ name, attributes }) => name === 'img' && attributes['fetchpriority'] === 'high');
  const { srcset, sizes } = image?.attributes ?? {};
  if (!srcset || !sizes || image?.parent?.name === 'picture') return [];
  return [
    headElement(
      `<link rel="preload" as="image" imagesrcset="${srcset}" imagesizes="${sizes}" fetchpriority="high">`,
    ),
  ];
}
