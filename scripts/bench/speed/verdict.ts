/** Every aim, what was found, and whether it holds. What could not be measured holds nothing. */
import { median, percentile } from '../statistics.ts';
import { bytes, mid, ms, of, times } from './figures.ts';
import type { Following } from './following.ts';
import type { Found, Visits } from './measure.ts';
import type { Options, PageName } from './options.ts';
import type { RequestSeen } from './requests.ts';
import type { Visit } from './visit.ts';

const AIMS = {
  fcp: 1.1,
  lcp: 1.2,
  firstView: 2,
  htmlBytes: 14_000,
  scriptBytes: 6_000,
  purchase: 0.6,
  followSettledMs: 200,
  followAtOnce: 1.2,
  inpMs: 100,
  repeat: 0.5,
  performance: 100,
};

/** Of the usual bytes; less is no noise. */
const LIGHTER = 0.9;

/** Less than this is a shift of no pixel. */
const NO_SHIFT = 0.0005;

const HOLDS = 'holds';
const MISSED = '**missed**';
export const NOT_MEASURED = '**not measured**';
/** What an aim forbids does not happen without it either. */
export const NOT_SHOWN = 'not shown';

export type Row = [aim: string, where: string, found: string, holds: string];

/** @param figures that all have to be there */
function judged(figures: readonly number[], isMet: (...figures: readonly number[]) => boolean): string {
  if (figures.length === 0 || !figures.every(Number.isFinite)) return NOT_MEASURED;
  return isMet(...figures) ? HOLDS : MISSED;
}

const within =
  (limit: number) =>
  (...figures: readonly number[]) =>
    Math.max(...figures) <= limit;
const under =
  (limit: number) =>
  (...figures: readonly number[]) =>
    Math.max(...figures) < limit;

const PICTURE = /^\/(?:\.netlify\/images|products\/|campaign\/)/;

/** In whatever width. @returns undefined of what is no picture of the shop's or the floor's words */
function masterOf({ path }: RequestSeen): string | undefined {
  if (!PICTURE.test(path)) return undefined;
  const { searchParams, pathname } = new URL(path, 'https://shop');
  return searchParams.get('url') ?? pathname;
}

const picturesOf = (visits: readonly Visit[]) =>
  new Set(visits.flatMap(({ requests }) => requests.flatMap((one) => masterOf(one) ?? [])));

/** The bytes of both sides without the pictures that only one of them fetched; which those are depends on how long a page is. */
function overSamePictures(shop: readonly Visit[], floor: readonly Visit[]) {
  const [ofShop, ofFloor] = [picturesOf(shop), picturesOf(floor)];
  const same = new Set([...ofShop].filter((one) => ofFloor.has(one)));
  const bytesOf = ({ total, requests }: Visit) =>
    requests.reduce((sum, one) => {
      const master = masterOf(one);
      return master === undefined || same.has(master) ? sum : sum - one.bytes;
    }, total.bytes);
  return {
    ratio: mid(shop, bytesOf) / mid(floor, bytesOf),
    same: same.size,
    shop: ofShop.size,
    floor: ofFloor.size,
  };
}

const scriptBytes = ({ scriptFileBytes, inlineScriptBytes }: Visit) => scriptFileBytes + inlineScriptBytes;

const empty: Visits = { cold: [], untouched: [], repeat: [], returning: [] };

function pageRows(found: Found, page: PageName): Row[] {
  const { shop, floor } = found.pages[page] ?? { shop: empty, floor: empty };
  const against = (read: (visit: Visit) => number | null) => mid(shop.cold, read) / mid(floor.cold, read);
  const fcp = against((one) => one.fcpMs);
  const lcp = against((one) => one.lcpMs);
  const lines = against((one) => one.linesMs);
  const view = against((one) => one.total.bytes);
  const pictures = overSamePictures(shop.cold, floor.cold);
  const left = median(shop.untouched.map(({ wireBytes }) => wireBytes));
  const viewUntouched = left / mid(floor.cold, (one) => one.wireBytes);
  const html = mid(shop.cold, (one) => one.htmlAndStyleBytes);
  const script = mid(shop.cold, scriptBytes);
  const scriptUntouched = median(shop.untouched.map((one) => one.scriptBytes));
  const worker = median(shop.untouched.map(({ workerBytes }) => workerBytes));
  const cls = Math.max(...of(shop.cold, (one) => one.cls));
  const again = (visits: Visits['cold']) => [
    mid(visits, (one) => one.fcpMs) / mid(shop.cold, (one) => one.fcpMs),
    mid(visits, (one) => one.lcpMs) / mid(shop.cold, (one) => one.lcpMs),
    mid(visits, (one) => one.wireBytes) / mid(shop.cold, (one) => one.wireBytes),
  ];
  const back = again(shop.returning);
  const kept = shop.returning.filter(({ isKept }) => isKept);
  const confirmed = ms(mid(kept, (one) => one.confirmedMs));
  const score = found.scores[page]?.shop.performance ?? Number.NaN;
  const hasLines = page === 'cart' || page === 'checkout';
  return [
    ['FCP ≤ 1.1× of the floor', page, times(fcp), judged([fcp], within(AIMS.fcp))],
    ['LCP ≤ 1.2× of the floor', page, times(lcp), judged([lcp], within(AIMS.lcp))],
    ...(hasLines
      ? [
          [
            'Lines of the cart ≤ 1.2× of the floor',
            page,
            `${times(lines)} (${ms(mid(shop.cold, (one) => one.linesMs))})`,
            judged([lines], within(AIMS.lcp)),
          ] as Row,
        ]
      : []),
    [
      'Bytes of the first view ≤ 2× of the floor, over the same pictures and over all',
      page,
      `${times(pictures.ratio)} over the same ${pictures.same}, ${times(view)} over all (${pictures.shop} and ${pictures.floor}); ${times(viewUntouched)} once left untouched`,
      judged([pictures.ratio, view], within(AIMS.firstView)),
    ],
    ['HTML with critical CSS ≤ 14,000 B', page, bytes(html), judged([html], within(AIMS.htmlBytes))],
    [
      'Script before interaction ≤ 6,000 B',
      page,
      `${bytes(scriptUntouched)} on a page left untouched (${bytes(worker)} of it the service worker; ${bytes(script)} in the first view)`,
      judged([scriptUntouched, script], within(AIMS.scriptBytes)),
    ],
    ['CLS 0', page, Number.isFinite(cls) ? cls.toFixed(4) : '–', judged([cls], under(NO_SHIFT))],
    [
      'Back on a new connection: under half of the first visit (FCP, LCP, bytes)',
      page,
      `${back.map(times).join(', ')}, ${kept.length} of ${shop.returning.length} from this device${kept.length > 0 ? `, confirmed by the network after ${confirmed}` : ''} (on the same connection ${again(shop.repeat).map(times).join(', ')})`,
      judged(back, under(AIMS.repeat)),
    ],
    [
      'Lighthouse performance 100',
      page,
      Number.isFinite(score) ? String(score) : '–',
      judged([score], (one = 0) => one === AIMS.performance),
    ],
  ];
}

export const fromPaint = (found: Found, side: 'shop' | 'floor', until: 'countedMs' | 'takenMs') =>
  found.purchases[side].map((one) => one[until] - one.paintedMs);

/** Which picture the largest thing was, and when the product's own came. */
function ownPicture(all: readonly Following[]): string {
  const standIns = all.filter(({ isStandIn }) => isStandIn).length;
  const own = ms(median(all.map(({ pictureMs }) => pictureMs)));
  return standIns === 0
    ? `the product’s own picture: ${own}`
    : `the card’s picture standing in, ${standIns} of ${all.length}; the product’s own after ${own}`;
}

function productRows(found: Found): Row[] {
  const counted = median(fromPaint(found, 'shop', 'countedMs'));
  const ratio = counted / median(fromPaint(found, 'floor', 'countedMs'));
  return [
    [
      'ADD TO CART puts the piece into the cart at 0.6× of the floor’s, from the first paint',
      'product',
      `${times(ratio)} (${ms(counted)}; a message says so after ${ms(median(fromPaint(found, 'shop', 'takenMs')))})`,
      judged([ratio], within(AIMS.purchase)),
    ],
  ];
}

function collectionRows({ settled, atOnce }: Found): Row[] {
  const seen = median(settled.shop.map(({ lcpMs }) => lcpMs));
  const against = (key: 'fcpMs' | 'lcpMs' | 'pictureMs') =>
    median(atOnce.shop.map((one) => one[key])) / median(atOnce.floor.map((one) => one[key]));
  const [fcp, lcp] = [against('fcpMs'), against('lcpMs')];
  return [
    [
      'Listing → product under 0.2 s from a settled page, to LCP',
      'collection',
      `${ms(seen)} (${ownPicture(settled.shop)})`,
      judged([seen], under(AIMS.followSettledMs)),
    ],
    [
      'Listing → product ≤ 1.2× of the floor when tapped at once (FCP, LCP)',
      'collection',
      `${times(fcp)}, ${times(lcp)} (${ownPicture(atOnce.shop)}, ${times(against('pictureMs'))})`,
      judged([fcp, lcp], within(AIMS.followAtOnce)),
    ],
  ];
}

function savingRows({ savings }: Found, page: PageName): Row[] {
  const one = savings.find((saving) => saving.page === page);
  const pictures = one ? one.savingPictureBytes / one.usualPictureBytes : Number.NaN;
  const [usual, saving] = [one?.usualAhead ?? Number.NaN, one?.savingAhead ?? Number.NaN];
  return [
    ['Save-Data and 2G: lighter pictures', page, times(pictures), judged([pictures], under(LIGHTER))],
    [
      'Save-Data and 2G: nothing ahead of a tap',
      page,
      one ? `${saving} (usually ${usual})` : '–',
      usual === 0 && saving === 0 ? NOT_SHOWN : judged([usual, saving], (_, ahead) => ahead === 0),
    ],
  ];
}

function otherRows(found: Found, { pages }: Options): Row[] {
  const touched = pages.filter((page) => page === 'product' || page === 'collection');
  const all = found.responses.map((one) => one.ms);
  const worst = Math.max(...all);
  const restored = found.returns.filter(({ isRestored }) => isRestored).length;
  const isEach = touched.every((page) => found.responses.some((one) => one.page === page));
  return [
    ...(touched.length > 0
      ? [
          [
            'INP under 100 ms at a quarter of the speed',
            touched.join(', '),
            `p75 ${ms(percentile(all, 0.75))}, worst ${ms(worst)}`,
            judged([isEach ? worst : Number.NaN], under(AIMS.inpMs)),
          ] as Row,
        ]
      : []),
    [
      'Back/forward cache brings the page back',
      pages.join(', '),
      `${restored} of ${pages.length}`,
      found.returns.length < pages.length ? NOT_MEASURED : judged([restored], (one) => one === pages.length),
    ],
    ...pages
      .filter((page) => page !== 'cart' && page !== 'checkout')
      .flatMap((page) => savingRows(found, page)),
  ];
}

/** Every aim of the pages that were asked for, and what failed on the way, which counts as missed as well. */
export function verdict(found: Found, options: Options): Row[] {
  const { pages } = options;
  return [
    ...pages.flatMap((page) => pageRows(found, page)),
    ...(pages.includes('product') ? productRows(found) : []),
    ...(pages.includes('collection') ? collectionRows(found) : []),
    ...otherRows(found, options),
    ...[...new Set(found.failures)].map((failure): Row => [
      'Every measure comes to its end',
      '',
      failure,
      NOT_MEASURED,
    ]),
  ];
}

/** Whether everything could be measured; an aim that is missed is a finding all the same. */
export const isWhole = (rows: readonly Row[]) => rows.every(([, , , holds]) => holds !== NOT_MEASURED);

/** In a sentence. */
export function countOf(rows: readonly Row[]): string {
  const having = (one: string) => rows.filter(([, , , holds]) => holds === one).length;
  const judgedRows = rows.length - having(NOT_SHOWN);
  const parts = [`${having(HOLDS)} of ${judgedRows} aims hold`];
  if (having(NOT_MEASURED) > 0)
    parts.push(`${having(NOT_MEASURED)} could not be measured and count as missed`);
  if (having(NOT_SHOWN) > 0)
    parts.push(
      `${having(NOT_SHOWN)} could not be shown, because what they forbid does not happen usually either`,
    );
  return `${parts.join('; ')}.`;
}
