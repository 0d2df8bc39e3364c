/** The whole run: what is looked at, in which order, and how often. Shop and floor take turns all the way. */
import { setTimeout as wait } from 'node:timers/promises';
import { chromium as engine } from 'playwright';
import { step } from '../../setup.mjs';
import { type Chromium, openChromium, type Visitor, type VisitorOptions } from './browser.ts';
import { buy, type Purchase } from './buying.ts';
import { placeOf, touchOnly } from './finger.ts';
import { follow, type Following, goBack, type Return } from './following.ts';
import { makeCertificate } from './front.ts';
import { interact, type Response } from './interactions.ts';
import { Requests } from './requests.ts';
import { score, type Score } from './scores.ts';
import { type NetworkProfile, undelayed } from './slow-network.ts';
import {
  addressOf,
  needsLogin,
  openStage,
  type PageName,
  type SideName,
  sideNames,
  type Stage,
} from './stage.ts';
import { visit, type Visit } from './visit.ts';

/** What the phones that the shop is for have on a bad day. */
export const slowNetwork: NetworkProfile = { rttMs: 400, downKbps: 400, upKbps: 400 };

export interface Options {
  pages: readonly PageName[];
  rounds: number;
  /** Let the shop's service worker take part in repeat visits. */
  withServiceWorker: boolean;
}

/** What is steadier, or slower to measure, is looked at in the first rounds only. */
const ROUNDS_OF = { repeat: 3, returning: 2, settled: 3 };
/** From so many rounds on, what needs no second look gets one all the same. */
const THOROUGH = 3;

export interface Visits {
  cold: Visit[];
  /** The same browser again, on the same connection. */
  repeat: Visit[];
  /** And once more when the connection has been closed meanwhile. */
  returning: Visit[];
}

export interface Saving {
  page: PageName;
  usualPictureBytes: number;
  savingPictureBytes: number;
  /** Requests that were made ahead of a tap, usually and where data is saved. */
  usualAhead: number;
  savingAhead: number;
}

export interface Found {
  pages: Partial<Record<PageName, Record<SideName, Visits>>>;
  purchases: Record<SideName, Purchase[]>;
  settled: Record<SideName, Following[]>;
  atOnce: Record<SideName, Following[]>;
  responses: Response[];
  returns: Return[];
  savings: Saving[];
  scores: Partial<Record<PageName, { shop: Score; floor?: Score }>>;
  /** What could not be measured, and why. */
  failures: string[];
}

const empty = <T>(): Record<SideName, T[]> => ({ shop: [], floor: [] });

class Run {
  readonly found: Found = {
    pages: {},
    purchases: empty(),
    settled: empty(),
    atOnce: empty(),
    responses: [],
    returns: [],
    savings: [],
    scores: {},
    failures: [],
  };
  readonly #stage: Stage;
  readonly #chromium: Chromium;
  readonly #options: Options;

  constructor(stage: Stage, chromium: Chromium, options: Options) {
    this.#stage = stage;
    this.#chromium = chromium;
    this.#options = options;
  }

  get #isThorough(): boolean {
    return this.#options.rounds >= THOROUGH;
  }

  async all(): Promise<Found> {
    const { pages, rounds } = this.#options;
    const looksAt = (page: PageName) => pages.includes(page);
    step('speed: every page once, so that nothing is made while it is measured');
    await this.#warm();
    this.#stage.become(slowNetwork);
    for (let round = 1; round <= rounds; round += 1) {
      step(`speed: round ${round} of ${rounds}`);
      for (const page of pages) await this.#look(page, round);
      if (looksAt('product')) for (const side of sideNames) await this.#buy(side);
      if (!looksAt('collection')) continue;
      for (const isSettled of round <= ROUNDS_OF.settled ? [true, false] : [false]) {
        for (const side of sideNames) await this.#follow(side, isSettled);
      }
    }
    this.#stage.become(undelayed);
    step('speed: fingers and keys, Back, less data');
    for (const page of pages) await this.#alone(page);
    step('speed: Lighthouse');
    for (const page of pages) await this.#score(page);
    return this.found;
  }

  async #with<T>(
    side: SideName,
    page: PageName,
    use: (visitor: Visitor, requests: Requests, origin: string) => Promise<T>,
    options: VisitorOptions = {},
  ): Promise<T> {
    const origin = this.#stage.fronts[side].address;
    const isLoggedIn = side === 'shop' && needsLogin(page);
    const visitor = await this.#chromium.newVisitor({
      ...(isLoggedIn && { storage: this.#stage.storage }),
      ...options,
    });
    try {
      return await use(visitor, await Requests.watch(visitor.devtools), origin);
    } finally {
      await visitor.close();
    }
  }

  /** A measure that fails is a finding; the others go on. */
  async #try<T>(what: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      step(`speed: not measured: ${what}: ${why}`);
      this.found.failures.push(`${what}: ${why}`);
      return undefined;
    }
  }

  async #warm(): Promise<void> {
    for (const page of this.#options.pages) {
      for (const side of sideNames) {
        await this.#with(side, page, (visitor, requests, origin) =>
          visit(visitor, requests, origin + addressOf[page]),
        );
      }
    }
    for (const side of sideNames) {
      if (this.#options.pages.includes('product')) await this.#buy(side);
      if (this.#options.pages.includes('collection')) await this.#follow(side, false);
    }
    this.found.purchases = empty();
    this.found.atOnce = empty();
    this.found.failures = [];
  }

  async #look(page: PageName, round: number): Promise<void> {
    const both = this.found.pages[page] ?? {
      shop: { cold: [], repeat: [], returning: [] },
      floor: { cold: [], repeat: [], returning: [] },
    };
    this.found.pages[page] = both;
    for (const side of sideNames) {
      const allowed = this.#options.withServiceWorker && side === 'shop' ? 'allow' : 'block';
      await this.#try(`${page}, ${side}`, () =>
        this.#with(
          side,
          page,
          async (visitor, requests, origin) => {
            const address = origin + addressOf[page];
            both[side].cold.push(await visit(visitor, requests, address));
            if (round > ROUNDS_OF.repeat) return;
            await visitor.page.goto('about:blank');
            both[side].repeat.push(await visit(visitor, requests, address));
            if (side === 'floor' || round > ROUNDS_OF.returning) return;
            await visitor.page.goto('about:blank');
            this.#stage.fronts[side].hangUp();
            await wait(2 * slowNetwork.rttMs);
            both[side].returning.push(await visit(visitor, requests, address));
          },
          { serviceWorkers: allowed },
        ),
      );
    }
  }

  async #buy(side: SideName): Promise<void> {
    await this.#try(`add to cart, ${side}`, async () => {
      this.found.purchases[side].push(
        await this.#with(side, 'product', (visitor, _, origin) => buy(visitor, side, origin)),
      );
    });
  }

  async #follow(side: SideName, isSettled: boolean): Promise<void> {
    await this.#try(`listing to product, ${side}`, async () => {
      const tab = await this.#chromium.newTab();
      try {
        const seen = await follow(tab, side, this.#stage.fronts[side].address, isSettled);
        this.found[isSettled ? 'settled' : 'atOnce'][side].push(seen);
      } finally {
        await tab.close();
      }
    });
  }

  /** What has no counterpart on the floor. */
  async #alone(page: PageName): Promise<void> {
    if (page === 'product' || page === 'collection') {
      for (let times = 0; times < (this.#isThorough ? 2 : 1); times += 1) {
        await this.#try(`interactions, ${page}`, async () => {
          const more = await this.#with('shop', page, (one, requests, at) =>
            interact(one, requests, at, page),
          );
          this.found.responses.push(...more);
        });
      }
    }
    await this.#try(`back to ${page}`, async () => {
      const back = await this.#with('shop', page, (one, requests, at) =>
        goBack(one, requests, at, addressOf[page]),
      );
      this.found.returns.push(back);
    });
    if (needsLogin(page)) return;
    await this.#try(`less data, ${page}`, async () => {
      const usual = await this.#ahead(page, false);
      const saving = await this.#ahead(page, true);
      this.found.savings.push({
        page,
        usualPictureBytes: usual.pictureBytes,
        savingPictureBytes: saving.pictureBytes,
        usualAhead: usual.ahead,
        savingAhead: saving.ahead,
      });
    });
  }

  #ahead(page: PageName, savesData: boolean): Promise<{ pictureBytes: number; ahead: number }> {
    const front = this.#stage.fronts.shop;
    const look = async (visitor: Visitor, requests: Requests, origin: string) => {
      front.takeSeen();
      const { byKind } = await visit(visitor, requests, origin + addressOf[page]);
      await wait(1_000);
      const link = await placeOf(visitor, 'main a[href^="/product/"]').catch(() => undefined);
      if (link) await touchOnly(visitor, link);
      await wait(500);
      const ahead = front.takeSeen().filter(({ purpose }) => purpose.includes('prefetch'));
      return { pictureBytes: byKind.picture.bytes, ahead: ahead.length };
    };
    return this.#with('shop', page, look, { savesData });
  }

  async #score(page: PageName): Promise<void> {
    const browser = await engine.connectOverCDP(`http://127.0.0.1:${this.#chromium.port}`);
    const usual = browser.contexts()[0];
    if (!usual) throw new Error('The browser has no window.');
    const of = async (side: SideName): Promise<Score> => {
      const origin = this.#stage.fronts[side].address;
      const tab = await usual.newPage();
      // A file of the same origin without a script.
      await tab.goto(`${origin}/favicon.svg`);
      const entries = needsLogin(page) && side === 'shop' ? this.#stage.storage : {};
      await tab.evaluate((given) => {
        localStorage.clear();
        for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
      }, entries);
      await tab.close();
      return score(this.#chromium.port, origin + addressOf[page]);
    };
    await this.#try(`Lighthouse, ${page}`, async () => {
      this.found.scores[page] = {
        shop: await of('shop'),
        ...(this.#isThorough && { floor: await of('floor') }),
      };
    });
    await browser.close();
  }
}

/** @param shop where it is open */
export async function measure(shop: URL, options: Options): Promise<Found> {
  const certificate = await makeCertificate();
  const stage = await openStage(shop, certificate);
  try {
    const chromium = await openChromium(certificate.keyHash);
    try {
      return await new Run(stage, chromium, options).all();
    } finally {
      await chromium.close();
    }
  } finally {
    await stage.close();
  }
}
