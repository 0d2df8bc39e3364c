/**
 * The order of a page's head is the order in which a slow network brings what it names. So the policy comes first, then
 * the page's scripts, which are small, and the picture that it opens with: all before the styles, because a font that
 * these ask for is more urgent to a browser than any script. No font is preloaded: Chromium holds the first frame back for
 * a font that is (0.2 s on a slow phone), although a fallback of the same measures stands in for it. What only other
 * programs read comes last.
 */
import { type BodyElement, headElement, type PageDocument, type PageElement } from './page-document.ts';
import { isPolicy } from './page-policy.ts';

/** Each element stands with the first group that takes it; the opening picture comes between the two. */
const BEFORE_PICTURE: readonly ((element: PageElement) => boolean)[] = [
  ({ attributes }) => attributes['charset'] !== undefined || attributes['name'] === 'viewport',
  isPolicy,
  ({ attributes }) => attributes['rel'] === 'modulepreload',
];
const AFTER_PICTURE: readonly ((element: PageElement) => boolean)[] = [
  (element) => !isForOthers(element),
  isForOthers,
];

function isForOthers({ name, attributes }: PageElement): boolean {
  const called = attributes['property'] ?? attributes['name'] ?? '';
  return name === 'meta' && /^(?:og|twitter|article):/.test(called);
}

export function inOrder(page: PageDocument): PageDocument {
  const groups = [...BEFORE_PICTURE, ...AFTER_PICTURE];
  const placed = Map.groupBy(page.head, (element) => groups.findIndex((takes) => takes(element)));
  const of = (from: number, to: number) =>
    groups.slice(from, to).flatMap((_, at) => placed.get(from + at) ?? []);
  const middle = BEFORE_PICTURE.length;
  const head = [...of(0, middle), ...openingPicture(page.body), ...of(middle, groups.length)];
  return { ...page, head };
}

/** The first picture that is fetched ahead of the rest; one with crops of its own per window is left to its element. */
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
