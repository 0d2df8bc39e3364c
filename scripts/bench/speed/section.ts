/** What was found, in words, tables and plots. */
import { cpus, loadavg } from 'node:os';
import { markdownTable, type Plot, type Section } from '../../report/report.ts';
import { barPlot } from '../../report/plots.ts';
import type { Found, Options } from './measure.ts';
import { slowNetwork } from './measure.ts';
import { kinds } from './requests.ts';
import { addressOf, type PageName, type SideName, sideNames } from './stage.ts';
import { median, percentile, sorted } from './statistics.ts';
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

type Row = [aim: string, where: string, found: string, holds: string];

const ms = (value: number) =>
  Number.isFinite(value) ? `${Math.round(value).toLocaleString('en-IN')} ms` : '–';
const bytes = (value: number) => `${Math.round(value).toLocaleString('en-IN')} B`;
const times = (value: number) => (Number.isFinite(value) ? `${value.toFixed(2)}×` : '–');
const spread = (values: readonly number[], format = ms) =>
  values.length === 0
    ? '–'
    : `${format(median(values))} (${sorted(values)
        .map((one) => Math.round(one))
        .join(', ')})`;
const said = (holds: boolean) => (holds ? 'holds' : '**missed**');

const of = (visits: readonly Visit[], read: (visit: Visit) => number | null) =>
  visits.map((visit) => read(visit) ?? Number.NaN);
const mid = (visits: readonly Visit[], read: (visit: Visit) => number | null) => median(of(visits, read));

const scriptBytes = ({ scriptFileBytes, inlineScriptBytes }: Visit) => scriptFileBytes + inlineScriptBytes;

const pagesOf = ({ pages }: Found) =>
  Object.entries(pages) as [PageName, NonNullable<Found['pages'][PageName]>][];

function pageRows(found: Found): Row[] {
  return pagesOf(found).flatMap(([page, { shop, floor }]): Row[] => {
    if (shop.cold.length === 0 || floor.cold.length === 0) return [];
    const against = (read: (visit: Visit) => number | null) => mid(shop.cold, read) / mid(floor.cold, read);
    const fcp = against((one) => one.fcpMs);
    const lcp = against((one) => one.lcpMs);
    const view = against((one) => one.total.bytes);
    const html = mid(shop.cold, (one) => one.htmlAndStyleBytes);
    const script = mid(shop.cold, scriptBytes);
    const early = mid(shop.cold, (one) => one.scriptUntilLoadBytes + one.inlineScriptBytes);
    const viewUntilLoad = against((one) => one.bytesUntilLoad);
    const cls = Math.max(...of(shop.cold, (one) => one.cls));
    const score = found.scores[page]?.shop;
    const again = (read: (visit: Visit) => number | null) => mid(shop.repeat, read) / mid(shop.cold, read);
    const [fcpAgain, lcpAgain, bytesAgain] = [
      again((one) => one.fcpMs),
      again((one) => one.lcpMs),
      again((one) => one.total.bytes),
    ];
    return [
      ['FCP ≤ 1.1× of the floor', page, times(fcp), said(fcp <= AIMS.fcp)],
      ['LCP ≤ 1.2× of the floor', page, times(lcp), said(lcp <= AIMS.lcp)],
      [
        'Bytes of the first view ≤ 2× of the floor',
        page,
        `${times(view)} (${times(viewUntilLoad)} until load)`,
        said(view <= AIMS.firstView),
      ],
      ['HTML with critical CSS ≤ 14,000 B', page, bytes(html), said(html <= AIMS.htmlBytes)],
      [
        'Script before interaction ≤ 6,000 B',
        page,
        `${bytes(script)} (${bytes(early)} until load)`,
        said(script <= AIMS.scriptBytes),
      ],
      ['CLS 0', page, cls.toFixed(4), said(cls < 0.0005)],
      [
        'Repeat visit under half of the cold one (FCP, LCP, bytes)',
        page,
        [fcpAgain, lcpAgain, bytesAgain].map(times).join(', '),
        said(Math.max(fcpAgain, lcpAgain, bytesAgain) < AIMS.repeat),
      ],
      ...(score
        ? [
            [
              'Lighthouse performance 100',
              page,
              `${score.performance}`,
              said(score.performance === AIMS.performance),
            ] as Row,
          ]
        : []),
    ];
  });
}

const fromPaint = (found: Found, side: SideName, until: 'countedMs' | 'takenMs') =>
  found.purchases[side].map((one) => one[until] - one.paintedMs);

function journeyRows(found: Found): Row[] {
  const rows: Row[] = [];
  if (found.purchases.shop.length > 0 && found.purchases.floor.length > 0) {
    const counted = median(fromPaint(found, 'shop', 'countedMs'));
    const ratio = counted / median(fromPaint(found, 'floor', 'countedMs'));
    rows.push([
      'ADD TO CART puts the piece into the cart at 0.6× of the floor’s, from the first paint',
      'product',
      `${times(ratio)} (${ms(counted)}; a message says so after ${ms(median(fromPaint(found, 'shop', 'takenMs')))})`,
      said(ratio <= AIMS.purchase),
    ]);
  }
  if (found.settled.shop.length > 0) {
    const seen = median(found.settled.shop.map(({ lcpMs }) => lcpMs));
    rows.push([
      'Listing → product under 0.2 s from a settled page, to LCP',
      'collection',
      ms(seen),
      said(seen < AIMS.followSettledMs),
    ]);
  }
  if (found.atOnce.shop.length > 0 && found.atOnce.floor.length > 0) {
    const [fcp, lcp] = (['fcpMs', 'lcpMs'] as const).map(
      (key) =>
        median(found.atOnce.shop.map((one) => one[key])) / median(found.atOnce.floor.map((one) => one[key])),
    ) as [number, number];
    rows.push([
      'Listing → product ≤ 1.2× of the floor when tapped at once (FCP, LCP)',
      'collection',
      `${times(fcp)}, ${times(lcp)}`,
      said(Math.max(fcp, lcp) <= AIMS.followAtOnce),
    ]);
  }
  if (found.responses.length > 0) {
    const all = found.responses.map((one) => one.ms);
    const worst = Math.max(...all);
    rows.push([
      'INP under 100 ms at a quarter of the speed',
      'product, collection',
      `p75 ${ms(percentile(all, 0.75))}, worst ${ms(worst)}`,
      said(worst < AIMS.inpMs),
    ]);
  }
  if (found.returns.length > 0) {
    const restored = found.returns.filter(({ isRestored }) => isRestored).length;
    rows.push([
      'Back/forward cache brings the page back',
      found.returns.map(({ page }) => page).join(', '),
      `${restored} of ${found.returns.length}`,
      said(restored === found.returns.length),
    ]);
  }
  for (const one of found.savings) {
    rows.push([
      'Save-Data and 2G: lighter pictures, nothing ahead of a tap',
      one.page,
      `pictures ${times(one.savingPictureBytes / one.usualPictureBytes)}, ahead ${one.savingAhead} (usually ${one.usualAhead})`,
      said(one.savingPictureBytes < LIGHTER * one.usualPictureBytes && one.savingAhead === 0),
    ]);
  }
  return rows;
}

function timesTable(found: Found): string {
  const rows = pagesOf(found).flatMap(([page, both]) =>
    sideNames.map((side) => {
      const { cold } = both[side];
      return [
        page,
        side,
        spread(of(cold, (one) => one.fcpMs)),
        spread(of(cold, (one) => one.lcpMs)),
        ms(mid(cold, (one) => one.firstByteMs)),
        ms(mid(cold, (one) => one.linesMs)),
        ms(mid(cold, (one) => one.loadMs)),
        ms(mid(cold, (one) => one.tbtMs)),
        Math.max(...of(cold, (one) => one.cls)).toFixed(4),
      ];
    }),
  );
  return markdownTable(
    [
      'Page',
      'Side',
      'FCP (all rounds)',
      'LCP (all rounds)',
      'First byte',
      'Lines of the cart',
      'Load',
      'TBT',
      'CLS, worst',
    ],
    rows,
  );
}

function elements(found: Found): string {
  const rows = pagesOf(found).flatMap(([page, both]) =>
    sideNames.map((side) => {
      const seen = middleVisit(both[side].cold);
      const [firstByte = 0, delay = 0, load = 0, draw = 0] = seen?.lcpParts ?? [];
      return [
        page,
        side,
        `\`${(seen?.lcpElement ?? '').slice(-60)}\``,
        [firstByte, delay, load, draw].map((one) => Math.round(one)).join(' + '),
        seen?.clsElement ? `\`${seen.clsElement.slice(-60)}\`` : '',
      ];
    }),
  );
  return markdownTable(
    [
      'Page',
      'Side',
      'LCP is',
      'First byte + until asked for + until there + until drawn (ms)',
      'What moved most',
    ],
    rows,
  );
}

function weights(found: Found): string {
  const rows = pagesOf(found).flatMap(([page, both]) =>
    sideNames.map((side) => {
      const { cold } = both[side];
      const seen = middleVisit(cold);
      return [
        page,
        side,
        ...kinds.map((kind) => {
          const { requests, bytes: size } = seen?.byKind[kind] ?? { requests: 0, bytes: 0 };
          return requests === 0 ? '' : `${size.toLocaleString('en-IN')} (${requests})`;
        }),
        `${(seen?.total.bytes ?? 0).toLocaleString('en-IN')} (${seen?.total.requests ?? 0})`,
        bytes(mid(cold, (one) => one.bytesUntilLcp)),
        bytes(mid(cold, (one) => one.htmlBytes)),
        `${bytes(mid(cold, (one) => one.scriptFileBytes))} + ${bytes(mid(cold, (one) => one.inlineScriptBytes))}`,
      ];
    }),
  );
  return markdownTable(
    ['Page', 'Side', ...kinds, 'All', 'Until LCP', 'HTML alone', 'Script: files + in the page'],
    rows,
  );
}

function repeats(found: Found): string {
  const rows = pagesOf(found).flatMap(([page, { shop, floor }]) => {
    const line = (name: string, visits: readonly Visit[]) => [
      page,
      name,
      ms(mid(visits, (one) => one.fcpMs)),
      ms(mid(visits, (one) => one.lcpMs)),
      bytes(mid(visits, (one) => one.total.bytes)),
      mid(visits, (one) => one.total.requests),
    ];
    return [
      line('shop, cold', shop.cold),
      line('shop, again', shop.repeat),
      line('shop, again on a new connection', shop.returning),
      line('floor, again', floor.repeat),
    ];
  });
  return markdownTable(['Page', 'Visit', 'FCP', 'LCP', 'Bytes', 'Requests'], rows);
}

function purchases(found: Found): string {
  const rows = sideNames.map((side) => {
    const all = found.purchases[side];
    return [
      side,
      spread(all.map(({ paintedMs }) => paintedMs)),
      spread(all.map(({ tappedMs }) => tappedMs)),
      spread(all.map(({ countedMs }) => countedMs)),
      spread(all.map(({ takenMs }) => takenMs)),
      spread(fromPaint(found, side, 'countedMs')),
      spread(fromPaint(found, side, 'takenMs')),
      spread(all.map(({ takenMs, tappedMs }) => takenMs - tappedMs)),
    ];
  });
  return markdownTable(
    [
      'Side',
      'First paint',
      'Tapped',
      'Counted in the header',
      'And said',
      'From paint to counted',
      'From paint to said',
      'From tap to said',
    ],
    rows,
  );
}

function followings(found: Found): string {
  const rows = (['settled', 'atOnce'] as const).flatMap((when) =>
    sideNames.map((side) => [
      when === 'settled' ? 'after some seconds' : 'at once',
      side,
      spread(found[when][side].map(({ fcpMs }) => fcpMs)),
      spread(found[when][side].map(({ lcpMs }) => lcpMs)),
      `${found[when][side].filter(({ isPrerendered }) => isPrerendered).length} of ${found[when][side].length}`,
    ]),
  );
  return markdownTable(['Tapped', 'Side', 'FCP', 'LCP', 'Page made ahead'], rows);
}

function responses(found: Found): string {
  const names = [...new Set(found.responses.map(({ what }) => what))];
  const rows = names.map((name) => {
    const all = found.responses.filter(({ what }) => what === name);
    const worst = all.reduce((one, other) => (other.ms > one.ms ? other : one));
    return [
      name,
      all.length,
      ms(
        percentile(
          all.map((one) => one.ms),
          0.75,
        ),
      ),
      ms(worst.ms),
      `${Math.round(worst.inputDelayMs)} + ${Math.round(worst.workMs)} + ${Math.max(0, Math.round(worst.ms - worst.inputDelayMs - worst.workMs))}`,
    ];
  });
  return markdownTable(
    ['Interaction', 'Times', 'p75', 'Worst', 'Worst: waiting + work + painting (ms)'],
    rows,
  );
}

function scores(found: Found): string {
  const rows = Object.entries(found.scores).flatMap(([page, both]) =>
    sideNames.flatMap((side) => {
      const seen = both[side];
      if (!seen) return [];
      return [
        [
          page,
          side,
          seen.performance,
          ms(seen.fcpMs),
          ms(seen.lcpMs),
          ms(seen.tbtMs),
          seen.cls.toFixed(4),
          ms(seen.speedIndexMs),
          seen.faults.join('; '),
          seen.work.map(({ what, ms: length }) => `${what} ${length}`).join('; '),
        ],
      ];
    }),
  );
  return markdownTable(
    [
      'Page',
      'Side',
      'Score',
      'FCP',
      'LCP',
      'TBT',
      'CLS',
      'Speed Index',
      'Below its best',
      'Main thread (ms)',
    ],
    rows,
  );
}

/** The visit with the LCP in the middle: its requests stand for all. */
function middleVisit(visits: readonly Visit[]): Visit | undefined {
  const order = [...visits].sort((one, other) => (one.lcpMs ?? 0) - (other.lcpMs ?? 0));
  return order[Math.floor((order.length - 1) / 2)];
}

const NAME_CHARACTERS = 56;

function shortName(path: string): string {
  const picture = /^\/\.netlify\/images\?url=([^&]+)&w=(\d+)/.exec(path);
  const name = picture
    ? `${decodeURIComponent(picture[1] ?? '')
        .split('/')
        .at(-1)} ${picture[2]}`
    : path;
  return name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS - 1)}…` : name;
}

/** As text: what was asked for when, answered, and there. */
function waterfall(visit: Visit): string {
  const marks = [
    { at: visit.fcpMs ?? 0, text: '── FCP ──' },
    { at: visit.lcpMs ?? 0, text: '── LCP ──' },
    { at: visit.loadMs, text: '── load ──' },
    ...visit.longTasks.map(([at, length]) => ({ at, text: `   task of ${Math.round(length)} ms` })),
  ].map(({ at, text }) => ({ at, line: `${String(Math.round(at)).padStart(6)}  ${text}` }));
  const requests = visit.requests.map(
    ({ sentMs, answeredMs, endedMs, bytes: size, kind, priority, path }) => ({
      at: sentMs,
      line: `${[sentMs, answeredMs, endedMs].map((one) => String(Math.round(one)).padStart(6)).join('')} ${String(size).padStart(7)} B ${kind.padEnd(8)} ${priority.padEnd(8)} ${shortName(path)}`,
    }),
  );
  const lines = [...marks, ...requests].sort((one, other) => one.at - other.at).map(({ line }) => line);
  return ['```', '  sent  head   end      size', ...lines, '```'].join('\n');
}

function waterfalls(found: Found): string {
  return pagesOf(found)
    .flatMap(([page, both]) =>
      sideNames.map((side) => {
        const seen = middleVisit(both[side].cold);
        return seen ? `#### ${page}, ${side}\n\n${waterfall(seen)}` : '';
      }),
    )
    .join('\n\n');
}

function plots(found: Found): Plot[] {
  const pages = pagesOf(found);
  const categories = pages.map(([page]) => page);
  const plot = (name: string, title: string, unit: string, read: (visit: Visit) => number | null): Plot => ({
    name,
    alt: title,
    svg: barPlot({
      title,
      unit,
      categories,
      series: sideNames.map((side) => ({
        name: side,
        values: pages.map(([, both]) => Math.round(mid(both[side].cold, read))),
      })),
    }),
  });
  return [
    plot('fcp', 'First contentful paint on a slow network, ms', 'ms', (one) => one.fcpMs),
    plot('lcp', 'Largest contentful paint on a slow network, ms', 'ms', (one) => one.lcpMs),
    plot('bytes', 'Bytes of the first view', 'B', (one) => one.total.bytes),
  ];
}

const part = (title: string, text: string, isThere = true) => (isThere ? `### ${title}\n\n${text}` : '');

/** Waterfalls stand in the text. */
const withoutRequests = (found: Found): Found =>
  JSON.parse(
    JSON.stringify(found, (key, value: unknown) =>
      key === 'requests' && Array.isArray(value) ? undefined : value,
    ),
  ) as Found;

export function speedSection(found: Found, options: Options): Section {
  const rows = [...pageRows(found), ...journeyRows(found)];
  const missed = rows.filter(([, , , holds]) => holds !== 'holds').length;
  const { rttMs, downKbps, upKbps } = slowNetwork;
  const text = [
    `${rows.length - missed} of ${rows.length} aims hold. Medians of ${options.rounds} rounds in which shop and floor took turns; network ${rttMs} ms round trip, ${downKbps} kbit/s down, ${upKbps} kbit/s up; processor at a quarter of its speed; 360 × 740 at 2.625. The machine’s load was ${loadavg()[1]?.toFixed(1)} on ${cpus().length} cores when it ended: above their number, times to paint are longer and noisier than the network makes them.`,
    markdownTable(['Aim', 'Page', 'Found', ''], rows),
    found.failures.length > 0 ? `Not measured: ${[...new Set(found.failures)].join('; ')}.` : '',
    part('Times, first visit', `${timesTable(found)}\n\n${elements(found)}`),
    part(
      'Bytes on the wire, first visit',
      `In bytes with headers, number of requests behind; from the address until nothing comes any more, without a touch.\n\n${weights(found)}`,
    ),
    part('Visiting again', repeats(found)),
    part(
      'ADD TO CART',
      `A finger taps a size and the button as soon as they are painted. The floor posts a form and shows its cart page; the three round trips before the first byte are the same for both, which is why the aim is read from the first paint.\n\n${purchases(found)}`,
      found.purchases.shop.length > 0,
    ),
    part('From the listing to a product', followings(found), found.settled.shop.length > 0),
    part('Fingers and keys', responses(found), found.responses.length > 0),
    part(
      'Back',
      markdownTable(
        ['Page', 'From the back/forward cache', 'Why not'],
        found.returns.map(({ page, isRestored, reasons }) => [
          page,
          isRestored ? 'yes' : 'no',
          reasons.join(', '),
        ]),
      ),
      found.returns.length > 0,
    ),
    part('Lighthouse, mobile', scores(found), Object.keys(found.scores).length > 0),
    part(
      'How it is measured',
      [
        `The built shop as \`npm start\` opens it, behind TLS 1.3, HTTP/2, brotli and RFC 9218 priorities, in a Chromium with an empty cache. The network is a relay below TLS: a round trip before a connection speaks, ten segments at first and slow start from there, bandwidth shared by all connections, no loss; a test holds it against arithmetic. The floor: hand-written pages of the same words and pictures with one small style in the page, the two text fonts asked for ahead, no script (the third font with the rupee sign and Devanagari is the shop’s own cost).`,
        `Left out: the way from a CDN’s edge to a function, packet loss, a certificate chain of the usual 3 kB. A repeat visit follows on the same connection; a new one costs both sides three round trips. Requests made ahead are counted by the front. Service worker: ${options.withServiceWorker ? 'takes part in the shop’s visits' : 'kept out'}.`,
      ].join('\n\n'),
    ),
    part(
      'Waterfalls',
      `The visit with the LCP in the middle, in ms. ${Object.values(addressOf).join(', ')}.\n\n${waterfalls(found)}`,
    ),
  ];
  return {
    name: 'speed',
    title: 'Speed as a shopper feels it',
    command: 'npm run bench -- speed',
    text: text.filter(Boolean).join('\n\n'),
    plots: plots(found),
    figures: { options, ...withoutRequests(found) },
  };
}
