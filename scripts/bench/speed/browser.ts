/**
 * Chromium as shoppers have it: started by itself rather than by Playwright, whose usual flags switch off what is measured
 * here (back/forward cache, paint holding, preparing pages ahead); Playwright only leads it by the hand.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, type CDPSession, chromium as engine, devices, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '../../chromium.mjs';
import { installProgram, SetupError } from '../../setup.mjs';
import { BareTab } from './bare-tab.ts';
import { instruments } from './instruments.ts';
import { atEnd } from './leaving.ts';

const CPU_SLOWDOWN = 4;
const PATIENCE_MS = 15_000;
const phone = devices['Pixel 7'];
/** A Pixel 7's pixels on the width of cheaper phones. */
const SCREEN = { width: 360, height: 740, scale: 2.625 };

export interface Visitor {
  context: BrowserContext;
  page: Page;
  devtools: CDPSession;
  /** The same person in a new tab, who closed the one before. */
  comeBack: () => Promise<Visitor>;
  close: () => Promise<void>;
}

export interface VisitorOptions {
  /** What browser storage has when the first page opens. */
  storage?: Readonly<Record<string, string>>;
  serviceWorkers?: 'allow' | 'block';
  savesData?: boolean;
}

export interface Chromium {
  port: number;
  /** Its program and version, as it calls itself. */
  name: string;
  newVisitor: (options?: VisitorOptions) => Promise<Visitor>;
  newTab: () => Promise<BareTab>;
  close: () => Promise<void>;
}

async function portOf(child: ChildProcess, profile: string): Promise<number> {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const port = Number(text.split('\n')[0]);
    if (port > 0) return port;
    await wait(50);
  }
  throw new SetupError('Chromium did not open.');
}

function remember(entries: Readonly<Record<string, string>>): void {
  if (location.protocol !== 'https:') return;
  for (const [key, value] of Object.entries(entries)) {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
  }
}

function savingData(): void {
  const connection = { saveData: true, effectiveType: '2g', rtt: 1_500, downlink: 0.05 };
  Object.defineProperty(Navigator.prototype, 'connection', {
    configurable: true,
    get: () => Object.assign(new EventTarget(), connection),
  });
}

/** The engine without a window keeps no page for Back and makes none ahead, so this wants the other one. */
const WITH_WINDOW = '/usr/bin/chromium';

function program(): string {
  if (process.env['CHROMIUM_PATH'] !== undefined) return chromiumPath();
  try {
    installProgram(WITH_WINDOW, 'chromium');
    return WITH_WINDOW;
  } catch {
    return chromiumPath();
  }
}

interface Started {
  port: number;
  end: () => Promise<void>;
}

async function start(keyHash: string): Promise<Started> {
  const profile = await mkdtemp(join(tmpdir(), 'taana-speed-browser-'));
  const child = spawn(
    program(),
    [
      ...chromiumFlags,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--ignore-certificate-errors-spki-list=${keyHash}`,
      `--user-agent=${phone.userAgent}`,
      '--hide-scrollbars',
      '--mute-audio',
      '--no-default-browser-check',
      '--force-color-profile=srgb',
      'about:blank',
    ],
    // A group of its own: the program of some systems is a script that starts another.
    { stdio: 'ignore', detached: true },
  );
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, 'SIGTERM');
  };
  process.once('exit', kill);
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  const end = atEnd(async () => {
    kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  try {
    return { port: await portOf(child, profile), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function enter(context: BrowserContext): Promise<Visitor> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { context, page, devtools, comeBack: () => enter(context), close: () => context.close() };
}

/** @param keyHash of the certificate that is to be believed */
export async function openChromium(keyHash: string): Promise<Chromium> {
  const { port, end } = await start(keyHash);
  const browser = await engine.connectOverCDP(`http://127.0.0.1:${port}`).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  // Playwright takes hold of every page of a browser that it leads.
  let bare: Promise<Started> | undefined;
  return {
    port,
    name: `${basename(program())} ${browser.version()}`,
    async newTab() {
      bare ??= start(keyHash);
      return BareTab.open((await bare).port, { ...SCREEN, cpuSlowdown: CPU_SLOWDOWN });
    },
    async newVisitor({ storage, serviceWorkers = 'block', savesData = false } = {}) {
      const context = await browser.newContext({
        ...phone,
        viewport: { width: SCREEN.width, height: SCREEN.height },
        screen: { width: SCREEN.width, height: SCREEN.height },
        deviceScaleFactor: SCREEN.scale,
        serviceWorkers,
        ...(savesData && { extraHTTPHeaders: { 'Save-Data': 'on' } }),
      });
      await context.addInitScript({ content: await instruments() });
      // Not through the context's own state: setting that opens a connection, which the first visit then has already.
      if (storage) await context.addInitScript(remember, storage);
      if (savesData) await context.addInitScript(savingData);
      context.setDefaultTimeout(PATIENCE_MS);
      return enter(context);
    },
    async close() {
      await browser.close();
      await end();
      await (await bare)?.end();
    },
  };
}
