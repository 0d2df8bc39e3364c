import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type CDPSession, type Cookie, expect, type Page, test } from 'playwright/test';
import { deskPath, type DeskReply, type DeskRouteName } from '../../../src/contract/desk.ts';
import type { DeskOrder } from '../../../src/contract/desk-orders.ts';
import { deskPaths } from '../../../src/contract/desk-paths.ts';
import { deskScreenMessages, deskSignInMessages as says } from '../../../src/contract/messages/desk.ts';
import type { Role } from '../../../src/domain/staff.ts';
import { MINUTE_MS } from '../../../src/domain/time-units.ts';
import { findInEmail, emailsTo, pageOf } from './outbox.ts';

/** The passkeys of a device that always verifies the user. */
export interface PasskeyDevice {
  client: CDPSession;
  authenticatorId: string;
}

export async function addPasskeyDevice(page: Page): Promise<PasskeyDevice> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { client, authenticatorId };
}

const LINK = /http\S+#token=[\w-]+/;

/** Requests a sign-in link and opens it. @returns its address */
export async function openEmailedLink(page: Page, email: string): Promise<string> {
  // Counts links only, because the email about a new passkey may arrive late.
  const links = async () =>
    (await emailsTo(page.request, email)).filter(({ text }) => LINK.test(text)).length;
  const earlier = await links();
  await page.goto(deskPaths.today);
  await page.getByLabel(says.email).fill(email);
  await page.getByRole('button', { name: says.send }).click();
  await expect(page.getByText(says.sent)).toBeVisible();
  await expect.poll(links).toBeGreaterThan(earlier);
  const link = pageOf(await findInEmail(page.request, email, LINK));
  await page.goto('about:blank');
  await page.goto(link);
  return link;
}

export const expectSignedIn = (page: Page) =>
  expect(page.getByRole('navigation', { name: deskScreenMessages.menu })).toBeVisible();

/** Signs in for the first time, by a link and then with a new passkey. */
export async function signUpStaff(page: Page, email: string): Promise<PasskeyDevice> {
  const device = await addPasskeyDevice(page);
  await openEmailedLink(page, email);
  await page.getByRole('button', { name: says.openLink }).click();
  await page.getByRole('button', { name: says.register }).click();
  await expectSignedIn(page);
  return device;
}

/** A passkey counts as just used for five minutes. A test that starts in the first two of them ends before. */
const SESSION_SHARED_MS = 2 * MINUTE_MS;

/** What the tests of a worker share of a staff member: the passkey, and the session that it opened last. */
interface SharedStaff {
  passkey: object;
  cookies: Cookie[];
  openedAt: number;
}

/**
 * Signs in as the owner or the packer of this worker. The first test of a worker registers the passkey, and the others
 * reuse it, or the session while it is new.
 * @param at the address of the screen to sign in on
 * @returns the email
 */
export async function signInStaff(page: Page, role: Role, at: string = deskPaths.today): Promise<string> {
  const email = `${role}-${test.info().parallelIndex}@taana.example`;
  // The folder of the test shop, which is empty at the start of a run.
  const file = `.shop-test/${email}.json`;
  const shared = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as SharedStaff) : null;
  if (shared && Date.now() - shared.openedAt < SESSION_SHARED_MS) {
    await page.context().addCookies(shared.cookies);
    await page.goto(at);
    await expectSignedIn(page);
    return email;
  }
  const { client, authenticatorId } = shared ? await addPasskeyDevice(page) : await signUpStaff(page, email);
  if (shared) {
    // The sign counter must always grow. Seconds since 1970 grow faster than the number of uses.
    const credential = { ...shared.passkey, signCount: Math.floor(Date.now() / 1_000) } as never;
    await client.send('WebAuthn.addCredential', { authenticatorId, credential });
    await page.goto(at);
    await page.getByRole('button', { name: says.withPasskey }).click();
    await expectSignedIn(page);
  }
  const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId });
  const cookies = await page.context().cookies();
  await writeFile(file, JSON.stringify({ passkey: credentials[0], cookies, openedAt: Date.now() }));
  if (!shared) await page.goto(at);
  return email;
}

/** Packs and ships an order by the calls of the desk, as the signed-in staff, and also delivers it if asked to. */
export async function shipOrder(
  page: Page,
  id: string,
  courier: string,
  isDelivered = false,
): Promise<DeskOrder> {
  const make = async (name: DeskRouteName, body: object) => {
    const headers = { origin: new URL(page.url()).origin };
    const response = await page.request.post(deskPath(name), { headers, data: { id, ...body } });
    expect(response.status(), name).toBe(200);
    return ((await response.json()) as DeskReply<'orders.read'>).order;
  };
  let { version: seen } = await make('orders.read', {});
  ({ version: seen } = await make('orders.pack', { seen }));
  const shipped = await make('orders.ship', { seen, courier, trackingNumber: '149001' });
  return isDelivered ? make('orders.deliver', { seen: shipped.version }) : shipped;
}

/** Types as a barcode reader does, without pauses: outside of fields, or into the focused one. */
export async function readBarcode(page: Page, code: string, isInField = false): Promise<void> {
  await page.evaluate(
    ({ keys, isTyped }) => {
      const start = performance.now();
      for (const [at, key] of keys.entries()) {
        const target = (isTyped && document.activeElement) || document.body;
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        // A reader's pace, also if this page waits for its turn on a busy machine.
        Object.defineProperty(event, 'timeStamp', { value: start + 5 * at });
        if (target.dispatchEvent(event) && isTyped) document.execCommand('insertText', false, key);
      }
    },
    { keys: [...code, 'Enter'], isTyped: isInField },
  );
}

/** Mocks a barcode detector and a camera, which shows nothing until `holdInto` puts a code into its picture. */
export const openCamera = (page: Page) =>
  page.addInitScript(() => {
    const shown: { code: string } = Object.assign(globalThis, { code: '' });
    const detect = () => Promise.resolve(shown.code === '' ? [] : [{ rawValue: shown.code }]);
    Object.assign(globalThis, {
      BarcodeDetector: class {
        detect = detect;
      },
    });
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      // The canvas stream has a frame only after a draw.
      setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 9, 9), 50);
      return canvas.captureStream();
    };
  });

export const holdInto = (page: Page, code: string) =>
  page.evaluate((text) => Object.assign(globalThis, { code: text }), code);
