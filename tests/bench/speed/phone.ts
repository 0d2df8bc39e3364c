/** A shopper's phone: headful Chromium with Lighthouse's mobile device and a quarter of the processor. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { userAgents } from 'lighthouse/core/config/constants.js';
import { type BrowserContext, chromium as engine } from 'playwright';
import { chromiumFlags, chromiumPath } from '../../../scripts/chromium.mjs';
import { installProgram } from '../../../scripts/setup.mjs';
import type { EdgeProxy } from './edge-proxy.ts';
import { atEnd } from './cleanup.ts';
import { type Line, type LineProfile, openLine } from './line.ts';
import { watchRequests } from './requests.ts';
import { watch } from './page-metrics.ts';

const CPU_SLOWDOWN = 4;
const size = { width: 412, height: 823 };
const phone = {
  viewport: size,
  screen: size,
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  userAgent: userAgents.mobile,
  locale: 'en-IN',
};

/** Flags that Playwright sets by default and that disable features measured here. */
const UNWANTED_FLAGS = [
  '--enable-automation',
  '--headless',
  '--force-color-profile=srgb',
  '--disable-back-forward-cache',
  '--hide-scrollbars',
];

/** The headless shell has no back/forward cache and prerenders nothing. */
const WITH_WINDOW = '/usr/bin/chromium';
function chromiumWithWindow(): string {
  if (process.env['CHROMIUM_PATH'] !== undefined) return chromiumPath();
  try {
    installProgram(WITH_WINDOW, 'chromium');
    return WITH_WINDOW;
  } catch {
    return chromiumPath();
  }
}

export interface VisitorOptions {
  keyHash: string;
  proxy: EdgeProxy;
  /** If absent, the network is as fast as this machine. */
  line?: LineProfile;
  /** If absent, the visit leaves no profile behind. */
  profile?: Profile;
  /** Content of browser storage when the first page opens. */
  storage?: Readonly<Record<string, string>>;
  savesData?: boolean;
}

/** A browser profile that outlives a visit. */
export async function newProfile() {
  const folder = await mkdtemp(join(tmpdir(), 'taana-speed-browser-'));
  return { folder, remove: atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 })) };
}

type Profile = Awaited<ReturnType<typeof newProfile>>;

function remember(entries: Readonly<Record<string, string>>): void {
  const KEY = '__remembered';
  if (location.protocol !== 'https:' || localStorage.getItem(KEY) !== null) return;
  for (const [key, value] of Object.entries({ ...entries, [KEY]: '1' })) localStorage.setItem(key, value);
}

function savingData(): void {
  const connection = { saveData: true, effectiveType: '2g', rtt: 1_500, downlink: 0.05 };
  Object.defineProperty(Navigator.prototype, 'connection', {
    configurable: true,
    get: () => Object.assign(new EventTarget(), connection),
  });
}

/** The flag that makes Chromium trust the certificate of the edge proxies. */
export const trusting = (keyHash: string) => `--ignore-certificate-errors-spki-list=${keyHash}`;

/** @param more flags of Chromium's command line */
function launchChromium({ folder }: Profile, more: readonly string[]): Promise<BrowserContext> {
  return engine.launchPersistentContext(folder, {
    ...phone,
    executablePath: chromiumWithWindow(),
    ignoreDefaultArgs: UNWANTED_FLAGS,
    args: [...chromiumFlags, '--headless=new', '--disable-extensions', '--mute-audio', ...more],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** Passes the DevTools port of a Chromium with a new profile to the work. @param more as above */
export async function withDevTools<Result>(
  more: readonly string[],
  work: (port: number) => Promise<Result>,
): Promise<Result> {
  const profile = await newProfile();
  const context = await launchChromium(profile, [...more, '--remote-debugging-port=0']);
  try {
    const [port] = (await readFile(join(profile.folder, 'DevToolsActivePort'), 'utf8')).split('\n');
    return await work(Number(port));
  } finally {
    await context.close();
    await profile.remove();
  }
}

export async function openVisitor(options: VisitorOptions) {
  const { keyHash, proxy, storage, savesData = false } = options;
  const profile = options.profile ?? (await newProfile());
  let line: Line | undefined;
  let context: BrowserContext | undefined;
  const close = atEnd(async () => {
    await context?.close();
    await line?.close();
    if (options.profile === undefined) await profile.remove();
  });
  try {
    line = options.line && (await openLine(options.line, proxy.port));
    const rules = line ? [`--host-resolver-rules=MAP localhost:${proxy.port} 127.0.0.1:${line.port}`] : [];
    context = await launchChromium(profile, [trusting(keyHash), ...rules]);
    const page = context.pages()[0] ?? (await context.newPage());
    const devtools = await context.newCDPSession(page);
    await page.addInitScript(watch);
    if (storage) await page.addInitScript(remember, storage);
    if (savesData) {
      await page.addInitScript(savingData);
      await page.setExtraHTTPHeaders({ 'Save-Data': 'on' });
    }
    const requests = await watchRequests(devtools);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    /** Bytes that the line has carried to the phone; 0 without a line. */
    const downBytes = () => line?.downBytes() ?? 0;
    return { page, devtools, requests, downBytes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export type Visitor = Awaited<ReturnType<typeof openVisitor>>;
