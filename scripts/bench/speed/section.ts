/** What was found, in words, tables and plots. */
import { cpus, loadavg } from 'node:os';
import { markdownTable, type Plot, type Section } from '../../report/report.ts';
import { barPlot } from '../../report/plots.ts';
import { type Found, roundsOf, slowNetwork, type WireVisit } from './measure.ts';
import { kinds } from './requests.ts';
import { addressOf, sideNames } from './stage.ts';
import { percentile } from '../statistics.ts';
import { bytes, mid, ms, of, spread } from './figures.ts';
import { commandOf, type Options, type PageName } from './options.ts';
import { countOf, fromPaint, type Row } from './verdict.ts';
import type { Visit } from './visit.ts';

const pagesOf = ({ pages }: Found) =>
  Object.entries(pages) as [PageName, NonNullable<Found['pages'][PageName]>][];

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
    const line = (name: string, visits: readonly WireVisit[]) => [
      page,
      name,
      ms(mid(visits, (one) => one.fcpMs)),
      ms(mid(visits, (one) => one.lcpMs)),
      bytes(mid(visits, (one) => one.wireBytes)),
      visits.length === 0 ? '–' : mid(visits, ({ asked }) => asked.length),
      ms(
        mid(
          visits.filter(({ isKept }) => isKept),
          (one) => one.confirmedMs,
        ),
      ),
      `${visits.filter(({ isKept }) => isKept).length} of ${visits.length}`,
    ];
    return [
      line('shop, first', shop.cold),
      line('shop, again on the same connection', shop.repeat),
      line('shop, again on a new connection, with its worker', shop.returning),
      line('floor, first', floor.cold),
      line('floor, again on the same connection', floor.repeat),
      line('floor, again on a new connection', floor.returning),
    ];
  });
  return markdownTable(
    [
      'Page',
      'Visit',
      'FCP',
      'LCP',
      'Bytes on the wire',
      'Requests on the wire',
      'Confirmed after',
      'Shown from this device',
    ],
    rows,
  );
}

/** Who answers on a new connection: the network, the worker, or what the browser keeps by itself. */
function answers(found: Found): string {
  const rows = pagesOf(found).flatMap(([page, { shop }]) => {
    const seen = shop.returning.at(-1);
    if (!seen) return [];
    const onTheWire = new Set(seen.asked.map(({ path }) => path));
    const kept = seen.requests.filter(({ path }) => !onTheWire.has(path));
    const counted = (some: typeof kept) =>
      kinds
        .map((kind) => [some.filter((one) => one.kind === kind).length, kind] as const)
        .filter(([count]) => count > 0)
        .map(([count, kind]) => `${kind} ${count}`)
        .join(', ') || 'nothing';
    return [
      [
        page,
        seen.asked
          .map(
            ({ path, status, bytes: size, method }) =>
              `${method === 'GET' ? '' : `${method} `}${shortName(path)}: ${status}, ${bytes(size)}`,
          )
          .join('; ') || 'nothing',
        counted(kept.filter(({ isFromWorker }) => isFromWorker)),
        counted(kept.filter(({ isFromWorker }) => !isFromWorker)),
      ],
    ];
  });
  return markdownTable(
    [
      'Page',
      'Asked of the network (status, body)',
      'Answered by the worker alone',
      'By the browser’s own cache',
    ],
    rows,
  );
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
      `${found[when][side].filter(({ isStandIn }) => isStandIn).length} of ${found[when][side].length}`,
      spread(found[when][side].map(({ pictureMs }) => pictureMs)),
      `${found[when][side].filter(({ isPrerendered }) => isPrerendered).length} of ${found[when][side].length}`,
    ]),
  );
  return markdownTable(
    [
      'Tapped',
      'Side',
      'FCP',
      'LCP as the browser tells it',
      'LCP is the card’s picture, standing in',
      'The product’s own picture',
      'Page made ahead',
    ],
    rows,
  );
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
      (key === 'requests' || key === 'asked') && Array.isArray(value) ? undefined : value,
    ),
  ) as Found;

/** How often what was measured; a middle of few says less. */
function often(found: Found, { pages, rounds }: Options): string {
  const upTo = (most: number) => Math.min(rounds, most);
  const times = [
    `first visits${pages.includes('product') ? ' and ADD TO CART' : ''} ${rounds}`,
    `again on a new connection ${upTo(roundsOf.returning)}`,
    `again on the same one ${rounds - upTo(roundsOf.untouched)}`,
    ...(pages.includes('collection') ? [`from a settled listing ${upTo(roundsOf.settled)}`] : []),
    ...(found.responses.length > 0 ? ['each page’s fingers and keys at most 2'] : []),
    'pages left untouched, Back, Save-Data and Lighthouse 1',
  ];
  return `Shop and floor took turns; how many looks a figure is the median of: ${times.join(', ')}.`;
}

function sparing(found: Found): string {
  const visits = pagesOf(found).flatMap(([, { shop }]) => [...shop.cold, ...shop.repeat, ...shop.returning]);
  const some = visits.filter(({ isSparing }) => isSparing).length;
  return some === 0
    ? ''
    : `In ${some} of ${visits.length} visits the browser called this network 2g, so the shop sent smaller pictures and fetched nothing ahead.`;
}

export function speedSection(found: Found, options: Options, rows: readonly Row[]): Section {
  const { rttMs, downKbps, upKbps } = slowNetwork;
  const text = [
    `${countOf(rows)} ${often(found, options)} Network ${rttMs} ms round trip, ${downKbps} kbit/s down, ${upKbps} kbit/s up; processor at a quarter of its speed; 360 × 740 at 2.625; ${found.browser}. The machine’s load was ${loadavg()[1]?.toFixed(1)} on ${cpus().length} cores when it ended: above their number, times to paint are longer and noisier than the network makes them.`,
    sparing(found),
    markdownTable(['Aim', 'Page', 'Found', ''], rows),
    part(
      'Times, first visit',
      `The lines of the cart stand in the page; their pictures may come later.\n\n${timesTable(found)}\n\n${elements(found)}`,
    ),
    part(
      'Bytes on the wire, first visit',
      `In bytes with headers, number of requests behind; from the address until the page has loaded and nothing has come for 0.7 s, without a touch. What comes later by itself is in the table of aims (“left untouched”: 12 s after load, the service worker’s own requests included).\n\n${weights(found)}`,
    ),
    part(
      'Visiting again',
      `${repeats(found)}\n\nWho answers a shopper who comes back on a new connection, with the worker in place (the last such visit). “Shown from this device” is a page that the worker has kept, painted before the network has spoken; “confirmed” is when the network had told that it is still like that:\n\n${answers(found)}`,
    ),
    part(
      'ADD TO CART',
      `The size is chosen by a script as soon as it is painted with the button; a finger taps the button at once. The floor posts a form and shows its cart page; the three round trips before the first byte are the same for both, which is why the aim is read from the first paint.\n\n${purchases(found)}`,
      found.purchases.shop.length > 0,
    ),
    part(
      'From the listing to a product',
      `LCP as the browser tells it may be the tapped card’s smaller file, which stands in for the product’s picture until its own has been drawn.\n\n${followings(found)}`,
      found.settled.shop.length > 0,
    ),
    part(
      'Fingers and keys',
      `Each act is waited for until it has had its effect; 16 ms stands for what is too short to be told.\n\n${responses(found)}`,
      found.responses.length > 0,
    ),
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
        `Again on the same connection follows within seconds, before there is a service worker, and saves the three round trips of connecting. Again on a new connection: the page of the first visit is scrolled and left alone until the shop’s worker has the page and has come to rest, which is not timed; then all connections are closed, and the page is opened once more at the end of the round, a product’s page when its 60 s of freshness are over. The worker’s own thread is not slowed down as the page’s is. Bytes of these are all that the network carried, handshakes included.`,
        'The first view’s bytes are compared over the pictures that both sides fetched, because a shorter page lets more of the pictures below it load, and over all; the larger ratio decides. Requests made ahead are counted by the front. ADD TO CART, Back, Save-Data and fingers are measured without the service worker. Left out: the way from a CDN’s edge to a function, packet loss, a certificate chain of the usual 3 kB.',
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
    command: commandOf(options),
    text: text.filter(Boolean).join('\n\n'),
    plots: plots(found),
    figures: { options, ...withoutRequests(found) },
  };
}
