/** The whole run: what is looked at, in which order, and how often. Shop and floor take turns all the way. */
import { setTimeout as wait } from 'node:timers/promises';
import { chromium as engine } from 'playwright';
import { workerPath } from '../../../src/contract/offline.ts';
import { step } from '../../setup.mjs';
import { type Chromium, openChromium, type Visitor, type VisitorOptions } from './browser.ts';
import { buy, type Purchase } from './buying.ts';
import { placeOf, swipe, touchOnly } from './finger.ts';
import { follow, type Following, goBack, type Return } from './following.ts';
import { makeCertificate, type Seen } from './front.ts';
import { interact, type Response } from './interactions.ts';
import type { Options, PageName } from './options.ts';
import { Requests } from './requests.ts';
import { score, type Score } from './scores.ts';
import { type NetworkProfile, undelayed } from './slow-network.ts';
import { addressOf, needsLogin, openStage, type SideName, sideNames, type Stage } from './stage.ts';
import { fillStorage } from './storage.ts';
import { visit, type Visit } from './visit.ts';

/** What the phones that the shop is for have on a bad day. */
export const slowNetwork: NetworkProfile = { rttMs: 400, downKbps: 400, upKbps: 400 };

/** What is steadier, or slower to measure, is looked at in the first rounds only. */
export const roundsOf = { untouched: 1, returning: 2, settled: 3 };
/** From so many rounds on, what needs no second look gets one all the same. */
const THOROUGH = 3;

/** So long after it has loaded, a page that nobody touches has fetched whatever it fetches by itself. */
const UNTOUCHED_MS = 12_000;
/** netlify.toml lets a product's page be opened again without asking for so long. */
const PRODUCT_FRESH_MS = 60_000;
const REST_MS = 1_500;
const AHEAD_MS = 2_500;

/** A visit with what the network carried for it, whoever in the browser had asked. */
export interface WireVisit extends Visit {
  /** TCP payload: headers, and a new connection's handshake. */
  wireBytes: number;
  asked: Seen[];
}

/** What a page that nobody has touched had fetched in the end, with the first view. */
export interface Untouched {
  wireBytes: number;
  /** Bodies of scripts as they were sent, the service worker's own among them. */
  scriptBytes: number;
  workerBytes: number;
}

export interface Visits {
  cold: WireVisit[];
  untouched: Untouched[];
  /** The same browser again, seconds later on the same connection; no service worker yet. */
  repeat: WireVisit[];
  /** And on a new connection, with the service worker in place and nothing that is still fresh by its max-age. */
  returning: WireVisit[];
}

/** Somebody who has left a page and comes back to it at the end of the round. */
interface Stay {
  page: PageName;
  side: SideName;
  visitor: Visitor;
  address: string;
  /** In ms since 1970. */
  left: number;
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
  /** Of the browser, as it calls itself. */
  browser: string;
  savings: Saving[];
  scores: Partial<Record<PageName, { shop: Score; floor?: Score }>>;
  /** What could not be measured, and why. */
  failures: string[];
}

const empty = <T>(): Record<SideName, T[]> => ({ shop: [], floor: [] });

/** Before anything has been measured. */
const nothing = (browser: string): Found => ({
  browser,
  pages: {},
  purchases: empty(),
  settled: empty(),
  atOnce: empty(),
  responses: [],
  returns: [],
  savings: [],
  scores: {},
  failures: [],
});

class Run {
  readonly found: Found;
  readonly #stage: Stage;
  readonly #chromium: Chromium;
  readonly #options: Options;

  constructor(stage: Stage, chromium: Chromium, options: Options) {
    this.#stage = stage;
    this.#chromium = chromium;
    this.#options = options;
    this.found = nothing(chromium.name);
  }

  get #isThorough(): boolean {
    return this.#options.rounds >= THOROUGH;
  }

  async all(): Promise<Found> {
    const { pages, rounds } = this.#options;
    step('speed: every page once, so that nothing is made while it is measured');
    await this.#warm();
    this.#stage.become(slowNetwork);
    for (let round = 1; round <= rounds; round += 1) await this.#round(round);
    this.#stage.become(undelayed);
    step('speed: fingers and keys, Back, less data');
    for (const page of pages) await this.#alone(page);
    step('speed: Lighthouse');
    for (const page of pages) await this.#score(page);
    return this.found;
  }

  async #round(round: number): Promise<void> {
    const { pages, rounds } = this.#options;
    step(`speed: round ${round} of ${rounds}`);
    const stays: Stay[] = [];
    for (const page of pages) stays.push(...(await this.#look(page, round)));
    if (pages.includes('product')) for (const side of sideNames) await this.#buy(side);
    if (pages.includes('collection')) {
      for (const isSettled of round <= roundsOf.settled ? [true, false] : [false]) {
        for (const side of sideNames) await this.#follow(side, isSettled);
      }
    }
    for (const stay of stays) await this.#comeBack(stay);
  }

  async #open(
    side: SideName,
    page: PageName,
    options: VisitorOptions = {},
  ): Promise<{ visitor: Visitor; requests: Requests; origin: string }> {
    const isLoggedIn = side === 'shop' && needsLogin(page);
    const visitor = await this.#chromium.newVisitor({
      ...(isLoggedIn && { storage: this.#stage.storage }),
      ...options,
    });
    const requests = await Requests.watch(visitor.devtools);
    return { visitor, requests, origin: this.#stage.fronts[side].address };
  }

  async #with<T>(
    side: SideName,
    page: PageName,
    use: (visitor: Visitor, requests: Requests, origin: string) => Promise<T>,
    options: VisitorOptions = {},
  ): Promise<T> {
    const { visitor, requests, origin } = await this.#open(side, page, options);
    try {
      return await use(visitor, requests, origin);
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

  async #visit(side: SideName, visitor: Visitor, requests: Requests, address: string): Promise<WireVisit> {
    const front = this.#stage.fronts[side];
    front.takeSeen();
    const before = front.network.carried().down;
    const seen = await visit(visitor, requests, address);
    return { ...seen, wireBytes: front.network.carried().down - before, asked: front.takeSeen() };
  }

  /** @returns who comes back at the end of the round */
  async #look(page: PageName, round: number): Promise<Stay[]> {
    const none = (): Visits => ({ cold: [], untouched: [], repeat: [], returning: [] });
    const both = this.found.pages[page] ?? { shop: none(), floor: none() };
    this.found.pages[page] = both;
    const stays: Stay[] = [];
    for (const side of sideNames) {
      await this.#try(`${page}, ${side}`, async () => {
        const { visitor, requests, origin } = await this.#open(side, page, { serviceWorkers: 'allow' });
        const address = origin + addressOf[page];
        const isUntouched = round <= roundsOf.untouched;
        let isStaying = false;
        try {
          const cold = await this.#visit(side, visitor, requests, address);
          both[side].cold.push(cold);
          if (!isUntouched) {
            await visitor.page.goto('about:blank');
            both[side].repeat.push(await this.#visit(side, visitor, requests, address));
          } else if (side === 'shop') {
            both[side].untouched.push(await this.#leaveAlone(visitor, cold));
          }
          if (round > roundsOf.returning) return;
          if (side === 'shop') await this.#settle(visitor);
          // A tab of hers that stays open would take the fingers of others.
          await visitor.page.close();
          stays.push({ page, side, visitor, address, left: Date.now() });
          isStaying = true;
        } finally {
          if (!isStaying) await visitor.close();
        }
      });
    }
    return stays;
  }

  /** Looks on without a finger on the screen. */
  async #leaveAlone({ page }: Visitor, { wireBytes, asked, loadMs, ...cold }: WireVisit): Promise<Untouched> {
    const front = this.#stage.fronts.shop;
    const before = front.network.carried().down;
    await wait(Math.max(0, loadMs + UNTOUCHED_MS - (await page.evaluate(() => performance.now()))));
    await front.quiet(REST_MS);
    const scripts = [...asked, ...front.takeSeen()].filter(({ type }) => type.endsWith('/javascript'));
    const bytesOf = (some: readonly Seen[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      wireBytes: wireBytes + front.network.carried().down - before,
      scriptBytes: bytesOf(scripts) + cold.inlineScriptBytes,
      workerBytes: bytesOf(scripts.filter(({ path }) => path === workerPath)),
    };
  }

  /** Does what a shopper does until the service worker has the page, and has come to rest. What that takes is not measured. */
  async #settle(visitor: Visitor): Promise<void> {
    this.#stage.become(undelayed);
    try {
      await swipe(visitor);
      await visitor.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await this.#stage.fronts.shop.quiet(REST_MS);
    } finally {
      this.#stage.become(slowNetwork);
    }
  }

  async #comeBack({ page, side, visitor, address, left }: Stay): Promise<void> {
    await this.#try(`${page}, ${side}, again on a new connection`, async () => {
      if (page === 'product') await wait(Math.max(0, left + PRODUCT_FRESH_MS - Date.now()));
      this.#stage.fronts[side].hangUp();
      await wait(2 * slowNetwork.rttMs);
      const back = await visitor.comeBack();
      const requests = await Requests.watch(back.devtools);
      const front = this.#stage.fronts[side];
      const before = front.network.carried().down;
      const again = await this.#visit(side, back, requests, address);
      // The worker may still be hearing what the network says of a page that it has shown already.
      await front.quiet(REST_MS);
      this.found.pages[page]?.[side].returning.push({
        ...again,
        wireBytes: front.network.carried().down - before,
        asked: [...again.asked, ...front.takeSeen()],
        confirmedMs: await back.page.evaluate(() => window.speed.paint.confirmedMs),
      });
    });
    await visitor.close();
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
      await wait(REST_MS);
      // Brings a link into view, which is a sign of the shopper: what is fetched ahead comes a while after that.
      await touchOnly(visitor, await placeOf(visitor, 'main a[href^="/product/"]'));
      await wait(AHEAD_MS);
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
      const entries = needsLogin(page) && side === 'shop' ? this.#stage.storage : {};
      await fillStorage(usual, origin, entries);
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
