/** Every line of the speed tables: the results of both sides, the aim, and whether it is met. */
import { median } from '../../support/long-runs/statistics.ts';
import type { SideName } from './selectors.ts';

/** Null if the event did not happen. */
export type Figures = Record<string, number | null>;

/** For each side and measure, the figure of every round. */
export class Found {
  /** Failed measurements, with their reasons. */
  readonly failures: string[] = [];
  readonly #rounds = new Map<string, (number | null)[]>();

  /** @param measure such as `journey` */
  note(side: SideName, measure: string, figures: Figures): void {
    for (const [name, value] of Object.entries(figures)) {
      const key = `${side} ${measure}.${name}`;
      this.#rounds.set(key, [...(this.#rounds.get(key) ?? []), value]);
      if (value === null) this.failures.push(`${key} did not happen`);
    }
  }

  /** @param figure such as `journey.totalMs` */
  of(side: SideName, figure: string): number[] {
    return (this.#rounds.get(`${side} ${figure}`) ?? []).filter((value) => value !== null);
  }

  /** NaN if it was not measured. */
  middle(side: SideName, figure: string): number {
    return median(this.of(side, figure));
  }
}

export type Unit = 's' | 'ms' | 'kB' | '×' | '';

/** In the unit of the line. */
export interface Aim {
  most?: number;
  least?: number;
  /** Largest multiple of the floor's figure. */
  timesFloor?: number;
}

export interface TableLine {
  name: string;
  /** A key of `Found`, such as `journey.totalMs`. */
  figure: string;
  unit: Unit;
  aim: Aim;
  isShopOnly: boolean;
}

const both = (name: string, figure: string, unit: Unit, aim: Aim): TableLine => {
  return { name, figure, unit, aim, isShopOnly: false };
};
const shopOnly = (...line: Parameters<typeof both>): TableLine => ({ ...both(...line), isShopOnly: true });

/** A smaller shift moves no pixel. */
const NO_SHIFT = 0.0005;

/** A shopper's journey over the slow line. */
export const wayLines: readonly TableLine[] = [
  both('Journey, cold, pauses left out', 'journey.totalMs', 's', { most: 5.6 }),
  both('– card tap → product content', 'journey.productMs', 's', { most: 0.9 }),
  both('– size tap answers', 'journey.sizeMs', 's', { most: 0.15 }),
  both('– ADD counted', 'journey.addMs', 's', { most: 0.2 }),
  both('– ADD → cart lines with a working stepper', 'journey.addToStepperMs', 's', { most: 0.8 }),
  both('– on the line until then', 'journey.bytes', 'kB', { most: 200 }),
  both('Journey again, warm cache, new connection', 'again.totalMs', 's', { most: 4 }),
  both('Card tapped as soon as it is seen → content', 'early.contentMs', 's', { most: 1.3 }),
  both('Card tapped on a settled listing → content', 'settled.contentMs', 's', { most: 0.35 }),
  both('After 5 s of reading: card tap → product content', 'reading.productMs', 's', { most: 0.9 }),
  both('– size tap answers', 'reading.sizeMs', 's', { most: 0.15 }),
  both('– ADD counted', 'reading.addMs', 's', { most: 0.2 }),
  both('– ADD → cart lines with a working stepper', 'reading.addToStepperMs', 's', { most: 0.8 }),
  both('– worst INP', 'reading.inpMs', 'ms', { most: 100 }),
  both('Listing FCP', 'look listing.fcpMs', 's', { timesFloor: 1.05 }),
  both('Listing LCP', 'look listing.lcpMs', 's', { timesFloor: 1.1 }),
  both('Product FCP', 'look product.fcpMs', 's', { timesFloor: 1.05 }),
  both('Product LCP', 'look product.lcpMs', 's', { timesFloor: 1.1 }),
  shopOnly('Listing CLS', 'look listing.cls', '', { most: NO_SHIFT }),
  shopOnly('Product CLS', 'look product.cls', '', { most: NO_SHIFT }),
  both('Listing before a touch', 'look listing.bytes', 'kB', { most: 92 }),
  both('Product before a touch', 'look product.bytes', 'kB', { most: 80 }),
  shopOnly('Guest: cart tap → login usable', 'guest.loginMs', 's', { most: 1.5 }),
  shopOnly('Guest: PROCEED → checkout usable', 'guest.checkoutMs', 's', { most: 1 }),
  shopOnly('First FILTER tap → drawer with its choices', 'touches.filterMs', 's', { most: 0.3 }),
  both('Worst INP of the journey', 'journey.inpMs', 'ms', { most: 100 }),
  both('Worst INP of the journey, again', 'again.inpMs', 'ms', { most: 100 }),
  shopOnly('Worst INP of FILTER', 'touches.filterInpMs', 'ms', { most: 100 }),
  shopOnly('Worst INP of heart, menu and search', 'touches.otherInpMs', 'ms', { most: 100 }),
  shopOnly('Staff: order list again, warm cache, FCP', 'desk.fcpMs', 's', { most: 2 }),
  shopOnly('– its 50 lines', 'desk.linesMs', 's', { most: 3.5 }),
  both('Lighthouse listing', 'lighthouse listing.performance', '', { least: 100 }),
  both('Lighthouse product', 'lighthouse product.performance', '', { least: 100 }),
];

export interface PagePaths {
  every: readonly string[];
  back: readonly string[];
  saving: readonly string[];
}

/** Requirements of pages outside the journey. */
export const pageLines = ({ every, back, saving }: PagePaths): TableLine[] => [
  ...every.map((path) => shopOnly(`${path} script`, `page ${path}.scriptBytes`, 'kB', { most: 6 })),
  ...every.map((path) => shopOnly(`${path} first touch`, `touch ${path}.inpMs`, 'ms', { most: 100 })),
  ...every.map((path) => shopOnly(`${path} CLS`, `page ${path}.cls`, '', { most: NO_SHIFT })),
  ...back.map((path) =>
    shopOnly(`${path} from the back/forward cache`, `back ${path}.restored`, '', { least: 1 }),
  ),
  ...saving.flatMap((path) => [
    shopOnly(`${path} pictures with Save-Data`, `saving ${path}.pictures`, '×', { most: 0.9 }),
    shopOnly(`${path} requests ahead with Save-Data`, `saving ${path}.ahead`, '', { most: 0 }),
  ]),
];

/** On a new connection, with the page kept by the service worker; figures are multiples of the first visit's. */
export const returningLines = (pages: readonly string[]): TableLine[] =>
  pages.flatMap((page) =>
    ['fcp', 'lcp', 'bytes'].map((figure) =>
      shopOnly(`${page} again, ${figure}`, `returning ${page}.${figure}`, '×', { most: 0.5 }),
    ),
  );

const DIVISORS: Partial<Record<Unit, number>> = { s: 1_000, kB: 1_000 };

function verdictOf({ aim, isShopOnly }: TableLine, floor: number, shop: number) {
  const needed = isShopOnly ? [shop] : [floor, shop];
  if (!needed.every(Number.isFinite)) return 'not measured';
  const { most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY, timesFloor } = aim;
  const isWithin = shop <= most && shop >= least;
  return isWithin && (timesFloor === undefined || shop <= timesFloor * floor) ? 'met' : 'missed';
}

export function rowOf(found: Found, line: TableLine) {
  const divisor = DIVISORS[line.unit] ?? 1;
  const middle = (side: SideName) => found.middle(side, line.figure) / divisor;
  const all = found.of('shop', line.figure).map((figure) => figure / divisor);
  return {
    ...line,
    /** Medians in the unit of the line; NaN if there is none. */
    floor: middle('floor'),
    shop: middle('shop'),
    /** Smallest and largest figure of the shop. */
    spread: [Math.min(...all), Math.max(...all)],
    verdict: verdictOf(line, middle('floor'), middle('shop')),
  };
}

export type Row = ReturnType<typeof rowOf>;
