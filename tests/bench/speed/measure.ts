/** Measures every journey and page, alternating shop and floor, in the requested number of rounds. */
import { step } from '../../../scripts/setup.mjs';
import { firstOrderList, orderListAgain } from './desk.ts';
import { type Figures, Found } from './table.ts';
import { guest, journey, reading } from './journey.ts';
import { slowLine } from './line.ts';
import {
  backPages,
  everyPage,
  goBack,
  isPersonal,
  leaveAlone,
  lookAhead,
  savingPages,
  stay,
} from './pages.ts';
import { score } from './lighthouse-score.ts';
import { addressOf, openSites, type Sites } from './sites.ts';
import { type SideName, sideNames, sides } from './selectors.ts';
import { interact, touchFirst } from './interactions.ts';
import { early, look, settle, settled } from './visits.ts';
import {
  newProfile,
  openVisitor,
  trusting,
  type Visitor,
  type VisitorOptions,
  withDevTools,
} from './phone.ts';

/** Parts that a run can be limited to. */
export const parts = [
  'look',
  'settled',
  'early',
  'journey',
  'reading',
  'guest',
  'touches',
  'desk',
  'pages',
  'lighthouse',
] as const;
export type Part = (typeof parts)[number];

export interface Options {
  parts: readonly Part[];
  rounds: number;
}

type Extra = Omit<VisitorOptions, 'keyHash' | 'proxy'>;

class Run {
  readonly found = new Found();
  readonly #sites: Sites;

  constructor(sites: Sites) {
    this.#sites = sites;
  }

  /** Records a failed measurement; the others continue. */
  async #try<T>(what: string, measure: () => Promise<T>): Promise<T | undefined> {
    try {
      return await measure();
    } catch (error) {
      const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      step(`speed: not measured: ${what}: ${why}`);
      this.found.failures.push(`${what}: ${why}`);
      return undefined;
    }
  }

  /** Opens a visitor, and closes it afterwards. */
  async #with<T>(
    side: SideName,
    extra: Extra,
    use: (visitor: Visitor, origin: string) => Promise<T>,
  ): Promise<T> {
    const proxy = this.#sites.proxies[side];
    const visitor = await openVisitor({ keyHash: this.#sites.keyHash, proxy, ...extra });
    try {
      return await use(visitor, proxy.origin);
    } finally {
      this.found.failures.push(...visitor.requests.failures());
      await visitor.close();
    }
  }

  async #note(
    side: SideName,
    measure: string,
    extra: Extra,
    use: (visitor: Visitor, origin: string) => Promise<Figures>,
  ): Promise<void> {
    step(`speed: ${measure}, ${side}`);
    await this.#try(`${measure}, ${side}`, async () =>
      this.found.note(side, measure, await this.#with(side, extra, use)),
    );
  }

  /** Encodes every picture, so that no journey pays for it. */
  async warm(): Promise<void> {
    step('speed: encoding every picture');
    for (const side of sideNames) {
      for (const path of Object.values(addressOf)) {
        await this.#with(side, {}, (visitor, origin) => warmPage(visitor, origin + path));
      }
    }
  }

  /** The parts that every round repeats. */
  async #walk(part: Part, side: SideName): Promise<void> {
    const own = sides[side];
    const slowly = (measure: string, use: (visitor: Visitor, origin: string) => Promise<Figures>) =>
      this.#note(side, measure, { line: slowLine }, use);
    const { listing, product } = addressOf;
    if (part === 'look') {
      await slowly('look listing', (visitor, origin) => look(visitor, origin + listing));
      await slowly('look product', (visitor, origin) => look(visitor, origin + product));
    }
    if (part === 'settled') await slowly(part, (visitor, origin) => settled(visitor, own, origin + listing));
    if (part === 'early') await slowly(part, (visitor, origin) => early(visitor, own, origin + listing));
    if (part === 'journey') await this.#journeys(side);
    if (part === 'reading') await slowly(part, (visitor, origin) => reading(visitor, own, origin + listing));
    if (side === 'floor') return;
    if (part === 'touches') await slowly(part, (visitor, origin) => interact(visitor, origin + listing));
    if (part === 'desk') {
      const profile = await newProfile();
      await this.#try('first visit of the desk', () => this.#with(side, { profile }, firstOrderList));
      await this.#note(side, part, { line: slowLine, profile }, orderListAgain);
      await profile.remove();
    }
    if (part === 'guest') {
      const shopper = await this.#sites.newShopper();
      await slowly(part, (visitor, origin) => guest(visitor, own, origin + product, shopper));
    }
  }

  /** With an empty cache, then with the warm profile on a new connection. The shop's shopper has an account. */
  async #journeys(side: SideName): Promise<void> {
    const profile = await newProfile();
    const { storage } = side === 'shop' ? await this.#sites.newShopper() : { storage: {} };
    for (const measure of ['journey', 'again']) {
      await this.#note(side, measure, { line: slowLine, profile, storage }, (visitor, origin) =>
        journey(visitor, sides[side], origin + addressOf.listing),
      );
    }
    await profile.remove();
  }

  async rounds({ parts: asked, rounds }: Options): Promise<void> {
    for (let round = 1; round <= rounds; round += 1) {
      step(`speed: round ${round} of ${rounds}`);
      for (const part of asked) for (const side of sideNames) await this.#walk(part, side);
    }
    if (asked.includes('pages')) await this.#pages();
    if (asked.includes('look')) await this.#returning();
    if (asked.includes('lighthouse')) await this.#lighthouse();
  }

  async #pages(): Promise<void> {
    const proxy = this.#sites.proxies.shop;
    const { storage } = await this.#sites.newShopper(2);
    for (const path of everyPage) {
      const known = isPersonal(path) ? { storage } : {};
      await this.#note('shop', `page ${path}`, known, (visitor) => leaveAlone(visitor, proxy, path));
      await this.#note('shop', `touch ${path}`, known, (visitor) => touchFirst(visitor, proxy.origin + path));
    }
    for (const path of backPages) {
      const onward = path === addressOf.listing ? addressOf.product : addressOf.listing;
      await this.#note('shop', `back ${path}`, isPersonal(path) ? { storage } : {}, (visitor) =>
        goBack(visitor, proxy, path, onward),
      );
    }
    for (const path of savingPages) {
      await this.#try(`less data, ${path}`, async () => {
        const usual = await this.#with('shop', {}, (visitor) => lookAhead(visitor, proxy, path));
        const saving = await this.#with('shop', { savesData: true }, (visitor) =>
          lookAhead(visitor, proxy, path),
        );
        this.found.note('shop', `saving ${path}`, {
          pictures: saving.pictureBytes / usual.pictureBytes,
          ahead: saving.ahead,
        });
      });
    }
  }

  /** The service worker has the page; the connection is new. */
  async #returning(): Promise<void> {
    for (const [page, path] of Object.entries(addressOf)) {
      const profile = await newProfile();
      await this.#try(`returning to ${page}`, () =>
        this.#with('shop', { profile }, (visitor, origin) => stay(visitor, origin + path)),
      );
      await this.#note('shop', `returning ${page}`, { line: slowLine, profile }, async (visitor, origin) => {
        const again = await look(visitor, origin + path);
        const first = (name: string) => this.found.middle('shop', `look ${page}.${name}`);
        const times = (name: string) => (again[name] ?? Number.NaN) / first(name);
        return { fcp: times('fcpMs'), lcp: times('lcpMs'), bytes: times('bytes') };
      });
      await profile.remove();
    }
  }

  async #lighthouse(): Promise<void> {
    for (const side of sideNames) {
      for (const [page, path] of Object.entries(addressOf)) {
        step(`speed: Lighthouse ${page}, ${side}`);
        await this.#try(`Lighthouse ${page}, ${side}`, async () => {
          const address = this.#sites.proxies[side].origin + path;
          const flags = [trusting(this.#sites.keyHash)];
          const scored = await withDevTools(flags, (port) => score(port, address));
          this.found.note(side, `lighthouse ${page}`, scored);
        });
      }
    }
  }
}

/** Phones up to this width request no wider picture. */
const WIDEST_PX = 1_080;

async function warmPage(visitor: Visitor, address: string): Promise<void> {
  await settle(visitor, address);
  await visitor.page.evaluate(async (widest) => {
    const html = document.documentElement.outerHTML.replaceAll('&amp;', '&');
    const found = new Set(html.match(/\/\.netlify\/images\?[^\s"'<>\\]*/g));
    const headers = { accept: 'image/avif,image/webp,*/*;q=0.8' };
    for (const path of found) {
      const width = Number(new URLSearchParams(path.replace(/^[^?]*/, '').replace(/,$/, '')).get('w'));
      if (width <= widest) await (await fetch(path.replace(/,$/, ''), { headers })).arrayBuffer();
    }
  }, WIDEST_PX);
}

/** @param shop its URL */
export async function measure(shop: URL, options: Options): Promise<Found> {
  const sites = await openSites(shop);
  try {
    const run = new Run(sites);
    await run.warm();
    await run.rounds(options);
    return run.found;
  } finally {
    await sites.close();
  }
}
