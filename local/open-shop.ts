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
import { openOutbox, type Outbox } from './email-outbox.ts';
import { localPushKeys } from './local-keys.ts';
import { openPushService, PUSH_PATH } from './push-service.ts';
import { type Extra, checkPort, composeShop, type Database, openDatabase, openServer } from './shop.ts';
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
  const database: Database = await openDatabase(dataFolder);
  closings.push(database.stop);
  void database.lost.then(() => {
    if (closing) return;
    console.error('✗ Redis has ended unexpectedly, so the shop closes; start it again.');
    void close(1);
  });
}

/** Emails stay on this machine unless the settings name a mail server. */
async function openOwnOutbox(): Promise<Outbox | undefined> {
  process.env['MAIL_FROM'] ||= `${brand.name} <${brand.support.email}>`;
  if (process.env['SMTP_URL']) return undefined;
  const outbox = await openOutbox(resolve(dataFolder, 'outbox.jsonl'));
  closings.push(outbox.stop);
  process.env['SMTP_URL'] = outbox.url;
  return outbox;
}

/** The setting that selects the real provider. */
const PROVIDER_KEYS: Record<SimulatedService, string> = {
  razorpay: 'RAZORPAY_KEY_ID',
  stripe: 'STRIPE_SECRET_KEY',
  google: 'GOOGLE_CLIENT_ID',
  emailjs: 'EMAILJS_SERVICE_ID',
};

interface SimulatedProviders extends Extra {
  /** The simulated providers. */
  names: readonly SimulatedService[];
}

/** Opens a local simulator for each provider without keys in the settings; no money moves. */
async function openOwnSimulators(address: string): Promise<SimulatedProviders | undefined> {
  const names = (Object.keys(PROVIDER_KEYS) as SimulatedService[]).filter(
    (name) => !process.env[PROVIDER_KEYS[name]],
  );
  if (names.length === 0) return undefined;
  const simulators = await openSimulators({
    file: resolve(dataFolder, 'payments.json'),
    shopAddress: () => address,
    providers: names,
  });
  closings.push(simulators.stop);
  Object.assign(process.env, simulators.settings);
  return { serve: simulators.serve, names };
}

/** Notifies devices of staff; without a network, those of the local push service. */
async function openOwnPushService(address: string): Promise<Extra | undefined> {
  if (process.env['VAPID_PUBLIC_KEY']) return undefined;
  Object.assign(process.env, await localPushKeys(dataFolder), { PUSH_SERVICE_URL: `${address}${PUSH_PATH}` });
  return openPushService(() => address);
}

interface Extras {
  /** The files that the editor at /admin edits. */
  contentFiles: Extra;
  outbox: Extra | undefined;
  push: Extra | undefined;
  providers: SimulatedProviders | undefined;
}

/** @param address URL of the shop that they belong to */
async function openExtras(address: string): Promise<Extras> {
  return {
    contentFiles: openContentFiles(root),
    outbox: await openOwnOutbox(),
    push: await openOwnPushService(address),
    providers: await openOwnSimulators(address),
  };
}

const listOf = ({ contentFiles, outbox, push, providers }: Extras): Extra[] =>
  [contentFiles, outbox, push, providers].filter((extra) => extra !== undefined);

/** Writes the note for `npm run shop`, and prints a few lines to the terminal. */
async function announce(address: string, { outbox, providers }: Extras): Promise<void> {
  closings.push(await writeShopNote(dataFolder, address));
  console.log(`Taana is open at ${address}`);
  console.log(`Editor: ${address}/admin`);
  if (process.env['DESK_STAFF'] === localStaff) {
    console.log(`Desk: ${address}${deskPaths.today} (sign in as ${localStaff.split(':')[0]})`);
  }
  if (outbox) console.log(`Mails: ${address}/__outbox`);
  const names = providers?.names ?? [];
  if (names.includes('razorpay') || names.includes('stripe')) console.log(`Payments: ${address}/__payments`);
  if (names.includes('google')) console.log(`Google accounts: ${address}/__google/accounts`);
  if (names.includes('emailjs')) console.log(`Waitlist forms: ${address}/__emailjs`);
}

/** Links in emails and payment pages lead to the shop's URL, unless the settings say otherwise. */
function announceAddress(address: string): void {
  process.env['URL'] ??= address;
  process.env['SITE_URL'] ??= address;
}

const EVERY_VIEW = '1';

/**
 * Anybody may try the desk of a shop whose data and emails stay on this machine. With so few shoppers, every page view is
 * measured.
 */
function staffOwnDesk(): void {
  if (usesOwnRedis()) process.env['WEB_VITALS_SAMPLE'] ||= EVERY_VIEW;
  if (usesOwnRedis() && !process.env['SMTP_URL']) process.env['DESK_STAFF'] ||= localStaff;
}

async function openShop(port: number): Promise<void> {
  await checkPort(port);
  staffOwnDesk();
  const dist = await buildSite(root);
  step('Opening Redis, functions and pages');
  await openOwnDatabase();
  const address = `http://localhost:${port}`;
  announceAddress(address);
  const extras = await openExtras(address);

  const rules = readRules(resolve(root, 'netlify.toml'), resolve(dist, '_redirects'));
  const functions = await openFunctions(root, dataFolder);
  closings.push(functions.stop);
  const images = openImages({ sources: [dist], cacheFolder: imageCache, ...rules });
  closings.push(images.stop);
  const server = await openServer(
    composeShop({ functions, images, site: openSite(dist, rules), rules, extras: listOf(extras) }),
    port,
  );
  closings.push(server.close);
  functions.startSchedules(address);
  await announce(address, extras);

  if (process.env['SHOP_WARM_PICTURES'] !== '0') await warmPictures(images, dist);
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

async function openDevServer(port: number): Promise<void> {
  await checkPort(port);
  staffOwnDesk();
  await takeSnapshot(root);
  step('Opening Redis and Astro');
  await openOwnDatabase();
  const address = `http://localhost:${port}`;
  announceAddress(address);
  const extras = await openExtras(address);
  const { dev } = await import('astro');
  const { localFunctions } = await import('./functions/dev-functions.ts');
  const { localExtras, openEditor } = await import('./dev-extras.ts');
  const server = await dev({
    root,
    server: { port },
    devToolbar: { enabled: false },
    integrations: [
      localFunctions({ root, imageCache }),
      localExtras([...listOf(extras), await openEditor(root)]),
    ],
    vite: { server: { strictPort: true } },
  });
  closings.push(() => server.stop());
  await announce(address, extras);
}

try {
  process.chdir(root);
  process.setSourceMapsEnabled(true);
  closeWhenAsked();
  await (process.argv[2] === 'dev' ? openDevServer : openShop)(readPort());
} catch (error) {
  if (!(error instanceof SetupError)) exitWith(error);
  console.error(`✗ ${(error as Error).message}`);
  await close(1);
}
