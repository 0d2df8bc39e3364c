/**
 * What `npm start` and `npm run dev` do after the checks of Node 24 and the packages: open the shop, and close it
 * cleanly.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { deskPaths } from '../src/contract/desk-paths.ts';
import { brand } from '../src/domain/config.ts';
import { exitWith, projectRoot, SetupError, step, usesOwnRedis } from '../scripts/setup.mjs';
import { localDataFolder, writeShopNote } from './running-shop.ts';
import { openContentFiles } from './content-files.ts';
import { openFunctions } from './functions/functions-host.ts';
import { imageAddressesIn, type Images, openImages } from './images.ts';
import { readRules } from './site/netlify-rules.ts';
import { openOutbox } from './email-outbox.ts';
import { localPushKeys } from './local-keys.ts';
import { openPushService, PUSH_PATH } from './push-service.ts';
import { type Extra, checkPort, composeShop, openDatabase, openServer } from './shop.ts';
import { buildSite, localStaff, takeSnapshot } from './site/site-build.ts';
import type { SimulatedService } from './simulators/controls.ts';
import { openSimulators } from './simulators/open-simulators.ts';
import { openSite } from './site/static-site.ts';

const root = resolve(projectRoot);
const dataFolder = localDataFolder();
const imageCache = resolve(root, '.cache/images');

const SECONDS_TO_CLOSE = 10;
/** Lets the first shopper's requests go first. */
const SECONDS_BEFORE_WARMING = 2;

type Closing = () => Promise<void> | void;
/** Everything that was opened; closed in reverse order. */
const closings: Closing[] = [];
let closing = false;

async function close(exitCode: number): Promise<never> {
  if (closing) return new Promise(() => {});
  closing = true;
  // A hanging shutdown must not block the terminal; Redis ends by itself with this process.
  setTimeout(() => process.exit(1), SECONDS_TO_CLOSE * 1_000).unref();
  for (const part of closings.reverse()) {
    try {
      await part();
    } catch (error) {
      console.error(error);
    }
  }
  process.exit(exitCode);
}

function closeWhenAsked(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void close(0));
  }
  // The parent process has ended.
  process.on('disconnect', () => void close(0));
}

function readPort(): number {
  const port = Number(process.env['PORT'] ?? 8888);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new SetupError('PORT must be a number from 1 to 65535.');
  }
  return port;
}

async function openOwnDatabase(): Promise<void> {
  const database = await openDatabase(dataFolder);
  closings.push(database.stop);
  void database.lost.then(() => {
    if (closing) return;
    console.error('✗ Redis has ended unexpectedly, so the shop closes; start it again.');
    void close(1);
  });
}

/** The setting that selects the real provider. */
const PROVIDER_KEYS: Record<SimulatedService, string> = {
  razorpay: 'RAZORPAY_KEY_ID',
  stripe: 'STRIPE_SECRET_KEY',
  google: 'GOOGLE_CLIENT_ID',
  emailjs: 'EMAILJS_SERVICE_ID',
};

interface Extras {
  all: Extra[];
  /** What the terminal says of them. */
  lines: string[];
}

/**
 * The files that the editor at /admin edits, and a service on this machine for each that the settings do not name: a mail
 * server, a push service, providers; no email leaves it and no money moves.
 * @param address URL of the shop that they belong to
 */
async function openExtras(address: string): Promise<Extras> {
  const { env } = process;
  const all = [openContentFiles(root)];
  const lines = [`Editor: ${address}/admin`];
  if (env['DESK_STAFF'] === localStaff) {
    lines.push(`Desk: ${address}${deskPaths.today} (sign in as ${localStaff.split(':')[0]})`);
  }
  env['MAIL_FROM'] ||= `${brand.name} <${brand.support.email}>`;
  if (!env['SMTP_URL']) {
    const outbox = await openOutbox(resolve(dataFolder, 'outbox.jsonl'));
    closings.push(outbox.stop);
    env['SMTP_URL'] = outbox.url;
    all.push(outbox);
    lines.push(`Mails: ${address}/__outbox`);
  }
  if (!env['VAPID_PUBLIC_KEY']) {
    Object.assign(env, await localPushKeys(dataFolder), { PUSH_SERVICE_URL: `${address}${PUSH_PATH}` });
    all.push(openPushService(() => address));
  }
  const providers = (Object.keys(PROVIDER_KEYS) as SimulatedService[]).filter(
    (name) => !env[PROVIDER_KEYS[name]],
  );
  if (providers.length > 0) {
    const file = resolve(dataFolder, 'payments.json');
    const simulators = await openSimulators({ file, shopAddress: () => address, providers });
    closings.push(simulators.stop);
    Object.assign(env, simulators.settings);
    all.push(simulators);
  }
  const takesPayments = providers.includes('razorpay') || providers.includes('stripe');
  if (takesPayments) lines.push(`Payments: ${address}/__payments`);
  if (providers.includes('google')) lines.push(`Google accounts: ${address}/__google/accounts`);
  if (providers.includes('emailjs')) lines.push(`Waitlist forms: ${address}/__emailjs`);
  return { all, lines };
}

/**
 * Anybody may try the desk of a shop whose data and emails stay on this machine. With so few shoppers, every page view is
 * measured.
 */
function staffOwnDesk(): void {
  if (usesOwnRedis()) process.env['WEB_VITALS_SAMPLE'] ||= '1';
  if (usesOwnRedis() && !process.env['SMTP_URL']) process.env['DESK_STAFF'] ||= localStaff;
}

/** @param dist the built site */
async function serveSite(dist: string, port: number, extras: readonly Extra[]): Promise<Images> {
  const rules = readRules(resolve(root, 'netlify.toml'), resolve(dist, '_redirects'));
  const functions = await openFunctions(root, dataFolder);
  closings.push(functions.stop);
  const images = openImages({ sources: [dist], cacheFolder: imageCache, ...rules });
  closings.push(images.stop);
  const shop = composeShop({ functions, images, site: openSite(dist, rules), rules, extras });
  const server = await openServer(shop, port);
  closings.push(server.close);
  functions.startSchedules(`http://localhost:${port}`);
  return images;
}

async function serveDev(port: number, extras: readonly Extra[]): Promise<void> {
  const { dev } = await import('astro');
  const { devServices, openEditor } = await import('./dev-services.ts');
  const all = [...extras, await openEditor(root)];
  const server = await dev({
    root,
    server: { port },
    devToolbar: { enabled: false },
    integrations: [devServices(root, imageCache, all)],
    vite: { server: { strictPort: true } },
  });
  closings.push(() => server.stop());
}

/** A failure here does not stop the shop: a missing picture is encoded on request. */
async function warmPictures(images: Images, dist: string): Promise<void> {
  try {
    await wait(SECONDS_BEFORE_WARMING * 1_000, undefined, { ref: false });
    if (!closing) await images.warm(await imageAddressesIn(dist));
  } catch (error) {
    if (!closing) console.error('Pictures could not be prepared ahead:', error);
  }
}

async function openShop(port: number, isDev: boolean): Promise<void> {
  await checkPort(port);
  staffOwnDesk();
  const dist = isDev ? undefined : await buildSite(root);
  if (isDev) await takeSnapshot(root);
  step(isDev ? 'Opening Redis and Astro' : 'Opening Redis, functions and pages');
  await openOwnDatabase();
  const address = `http://localhost:${port}`;
  // Links in emails and payment pages lead to the shop's URL, unless the settings say otherwise.
  process.env['URL'] ??= address;
  process.env['SITE_URL'] ??= address;
  const { all, lines } = await openExtras(address);
  const images = dist === undefined ? undefined : await serveSite(dist, port, all);
  if (isDev) await serveDev(port, all);
  closings.push(await writeShopNote(dataFolder, address));
  console.log([`Taana is open at ${address}`, ...lines].join('\n'));
  if (images && dist && process.env['SHOP_WARM_PICTURES'] !== '0') await warmPictures(images, dist);
}

try {
  process.chdir(root);
  process.setSourceMapsEnabled(true);
  closeWhenAsked();
  await openShop(readPort(), process.argv[2] === 'dev');
} catch (error) {
  if (!(error instanceof SetupError)) exitWith(error);
  console.error(`✗ ${(error as Error).message}`);
  await close(1);
}
