/** Single visits over the slow line: a page without interaction, and the way from the listing to a product. */
import type { Figures } from './table.ts';
import { lookUntil, read, tap } from './touch-input.ts';
import type { Side } from './selectors.ts';
import type { Watched } from './page-metrics.ts';
import type { Visitor } from './phone.ts';

/** A page has settled after this time without a request, in ms. */
const REST_MS = 3_000;
/** A shopper taps again after this time without an effect, in ms. */
const TAP_AGAIN_MS = 6_000;

/** Starts a navigation without waiting for it. @returns its start, in ms since 1970 */
export function goTo({ page }: Visitor, address: string): number {
  const began = Date.now();
  page.goto(address, { waitUntil: 'commit', timeout: 90_000 }).catch(() => {});
  return began;
}

export async function watchedBy({ page }: Visitor): Promise<Watched[]> {
  return (await read(() => page.evaluate(() => window.watched()))) ?? [];
}

export async function settle(visitor: Visitor, address: string): Promise<void> {
  await visitor.page.goto(address, { waitUntil: 'load', timeout: 90_000 });
  await visitor.requests.quiet(REST_MS, 90_000);
}

/** First paint, largest paint, shifts and bytes of a page without interaction. */
export async function look(visitor: Visitor, address: string): Promise<Figures> {
  await settle(visitor, address);
  const [seen] = (await watchedBy(visitor)).slice(-1);
  return {
    fcpMs: seen?.fcpMs ?? null,
    lcpMs: seen?.lcpMs ?? null,
    cls: seen?.cls ?? null,
    bytes: visitor.requests.bytes(),
  };
}

/** Runs in the page. @returns the first card after the first paint, and whether its picture has loaded */
function cardInPage(selector: string) {
  const card = [...document.querySelectorAll(selector)].find((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 4 && height > 4;
  });
  if (!card || performance.getEntriesByName('first-contentful-paint').length === 0) return null;
  const picture = card.querySelector('img') ?? card.closest('li')?.querySelector('img');
  const { left, top, width } = card.getBoundingClientRect();
  return {
    place: { x: left + width / 2, y: Math.min(Math.max(top + 40, 110), innerHeight - 90) },
    isPictured: picture?.complete === true && picture.naturalWidth > 0,
    href: location.href,
    at: Date.now(),
  };
}

export const cardOf = ({ page }: Visitor, { card }: Side) => read(() => page.evaluate(cardInPage, card));

/** Runs in the page. @returns null while the address is still the listing's; whether the largest picture in view has loaded too */
function contentInPage({ product, from }: { product: string; from: string }) {
  if (location.href === from) return null;
  const isThere = [...document.querySelectorAll(product)].some((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 4 && height > 4;
  });
  const areaOf = (image: HTMLImageElement) => {
    const { left, right, top, bottom } = image.getBoundingClientRect();
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    return Math.max(0, width) * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  };
  const [largest] = [...document.images].sort((one, another) => areaOf(another) - areaOf(one));
  const LEAST_AREA = 15_000;
  const isPictured = largest?.complete === true && largest.naturalWidth > 0 && areaOf(largest) > LEAST_AREA;
  return { isThere, isPictured: isThere && isPictured, at: Date.now() };
}

/** Taps the first card. @returns ms from the tap until the product's content, and until its picture */
export async function followCard(visitor: Visitor, side: Side) {
  const { page } = visitor;
  const first = await lookUntil(() => cardOf(visitor, side));
  if (!first) return { contentMs: null, pictureMs: null };
  const tapped = Date.now();
  let last = tapped;
  await read(() => tap(visitor, first.place));
  let contentMs: number | null = null;
  const pictured = await lookUntil(async () => {
    const seen = await read(() => page.evaluate(contentInPage, { product: side.product, from: first.href }));
    if (seen?.isThere) contentMs ??= seen.at - tapped;
    if (seen?.isPictured) return seen;
    if (contentMs === null && Date.now() - last > TAP_AGAIN_MS) {
      last = Date.now();
      const card = await cardOf(visitor, side);
      if (card?.href === first.href) await read(() => tap(visitor, card.place));
    }
    return null;
  });
  return { contentMs, pictureMs: pictured && pictured.at - tapped };
}

/** A shopper who taps the first card as soon as it appears. */
export async function early(visitor: Visitor, side: Side, address: string): Promise<Figures> {
  goTo(visitor, address);
  return followCard(visitor, side);
}

/** A shopper who has looked at the listing for a while. */
export async function settled(visitor: Visitor, side: Side, address: string): Promise<Figures> {
  await settle(visitor, address);
  return followCard(visitor, side);
}
