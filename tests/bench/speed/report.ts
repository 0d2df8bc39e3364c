/** The report of a run, in words and tables. */
import { cpus, loadavg } from 'node:os';
import { markdownTable, type Report } from '../../support/long-runs/report.ts';
import { slowLine } from './line.ts';
import { type Options, type Part, parts } from './measure.ts';
import { backPages, everyPage, savingPages } from './pages.ts';
import { addressOf } from './sites.ts';
import {
  type Aim,
  type Found,
  pageLines,
  returningLines,
  type Row,
  rowOf,
  type TableLine,
  type Unit,
  wayLines,
} from './table.ts';

const USUAL_ROUNDS = 3;

const DIGITS: Record<Unit, number> = { s: 2, ms: 0, kB: 1, '×': 2, '': 4 };

function written(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return '–';
  if (unit === '' && Number.isInteger(value)) return String(value);
  return `${value.toFixed(DIGITS[unit])}${unit === '×' ? '×' : unit && ` ${unit}`}`;
}

function aimOf({ most, least, timesFloor }: Aim, unit: Unit): string {
  if (timesFloor !== undefined) return `≤ ${timesFloor}× the floor`;
  if (least !== undefined) return `≥ ${written(least, unit)}`;
  return `≤ ${written(most ?? Number.NaN, unit)}`;
}

const ratio = ({ floor, shop }: Row) => written(shop / floor, '×');

function table(rows: readonly Row[]): string {
  return markdownTable(
    ['', 'Floor', 'Shop', 'Smallest – largest', 'Ratio', 'Aim', ''],
    rows.map((row) => [
      row.name,
      written(row.floor, row.unit),
      written(row.shop, row.unit),
      row.spread.map((one) => written(one, row.unit)).join(' – '),
      ratio(row),
      aimOf(row.aim, row.unit),
      row.verdict === 'met' ? 'met' : `**${row.verdict}**`,
    ]),
  );
}

/** A line is part of the run if the part that measures it was requested. */
function isAsked({ figure }: TableLine, { parts: asked }: Options): boolean {
  const first = figure.split(/[ .]/)[0] ?? '';
  const part: Partial<Record<string, Part>> = {
    again: 'journey',
    returning: 'look',
    page: 'pages',
    touch: 'pages',
    back: 'pages',
    saving: 'pages',
  };
  return asked.some((one) => one === (part[first] ?? first));
}

export function rowsOf(found: Found, options: Options): { way: Row[]; pages: Row[] } {
  const asked = (lines: readonly TableLine[]) =>
    lines.filter((line) => isAsked(line, options)).map((line) => rowOf(found, line));
  const paths = { every: everyPage, back: backPages, saving: savingPages };
  return {
    way: asked(wayLines),
    pages: [...asked(pageLines(paths)), ...asked(returningLines(Object.keys(addressOf)))],
  };
}

function count(rows: readonly Row[]): string {
  const of = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const unknown = of('not measured');
  return `${of('met')} of ${rows.length} aims are met${unknown === 0 ? '' : `, ${unknown} could not be measured`}.`;
}

function commandOf({ parts: asked, rounds }: Options): string {
  const some = asked.length < parts.length ? ` --parts ${asked.join(',')}` : '';
  return `npm run bench -- speed${some}${rounds === USUAL_ROUNDS ? '' : ` --rounds ${rounds}`}`;
}

export function speedReport(
  found: Found,
  options: Options,
  { way, pages }: ReturnType<typeof rowsOf>,
): Report {
  const text = [
    `${count([...way, ...pages])} Medians of ${options.rounds} ${options.rounds === 1 ? 'round' : 'rounds'}, shop and floor alternating. The line: ${slowLine.rttMs} ms round trip, ${slowLine.kbps} kbit/s each way, one queue for all connections, which keeps its order; the phone: 412 × 823 at 1.75, a quarter of the processor. The floor: the same collection, product and cart as one HTML document each, without script and fonts. The load of the machine was ${loadavg()[1]?.toFixed(1)} on ${cpus().length} cores at the end; above their number, times are longer than the line makes them.`,
    way.length > 0 ? table(way) : '',
    pages.length > 0
      ? `## Every page of the shop\n\nScript: files and inline, with brotli, of a page without interaction for 12 s, service worker included. Again: on a new connection with the service worker in place, as a multiple of the first visit. Save-Data: bytes as a multiple of the usual ones.\n\n${table(pages)}`
      : '',
    found.failures.length > 0
      ? `## Not measured\n\n${[...new Set(found.failures)].map((one) => `- ${one}`).join('\n')}`
      : '',
  ];
  return {
    title: 'Speed as a shopper experiences it',
    command: commandOf(options),
    text: text.filter(Boolean).join('\n\n'),
  };
}
