/** The attacked functions, in a process of their own: hostile input may end them, but not the attackers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { Writable } from 'node:stream';
import { openOutbox } from '../../../local/email-outbox.ts';
import { openSimulators } from '../../../local/simulators/open-simulators.ts';
import type { Simulators } from '../../../local/simulators/controls.ts';
import { ask, bundleAll, startHost } from '../faults/hosts.ts';

export interface Target {
  port: number;
  providers: Pick<Simulators, 'razorpay' | 'google'>;
  /** Settings of its mail server. */
  mail: { SMTP_URL: string; MAIL_FROM: string; SITE_URL: string };
  /** The providers' webhook secrets: an attacker has none, but a provider's mistake is signed. */
  secrets: { razorpay: string; stripe: string };
  isAlive: () => boolean;
  /** The text of its log. */
  log: () => string;
  /** Whether hostile input has changed a prototype. @throws Error if the process has ended */
  isPolluted: () => Promise<boolean>;
  stop: () => Promise<void>;
}

/** Uses the Redis of this process's settings. */
export async function openTarget(): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'taana-target-'));
  const { bundles, remove } = await bundleAll(basename(folder));
  const outbox = await openOutbox(join(folder, 'outbox.jsonl'));
  let address = '';
  const providers = await openSimulators({
    shopAddress: () => address,
    providers: ['razorpay', 'stripe', 'google', 'emailjs'],
    retryAfterMs: [],
  });
  const mail = {
    SMTP_URL: outbox.url,
    MAIL_FROM: 'Taana <care@taana.example>',
    SITE_URL: 'http://shop.example',
  };
  const ofRedis = ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN', 'PERSON_HASH_KEY'];
  const settings = {
    ...Object.fromEntries(ofRedis.map((name) => [name, process.env[name] ?? ''])),
    ...providers.settings,
    ...mail,
    SHOP_TRUST_PROXY: '1',
  };
  let log = '';
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log += chunk.toString();
      done();
    },
  });
  const { child, port } = await startHost({ bundles, settings }, output);
  address = `http://127.0.0.1:${port}`;
  return {
    port,
    providers,
    mail,
    log: () => log,
    secrets: {
      razorpay: providers.settings['RAZORPAY_WEBHOOK_SECRET'] ?? '',
      stripe: providers.settings['STRIPE_WEBHOOK_SECRET'] ?? '',
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    isPolluted: async () => {
      const isPolluted = await ask<boolean>(child, 'isPolluted');
      if (isPolluted === undefined) throw new Error(`The functions have ended:\n${log}`);
      return isPolluted;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await Promise.all([providers.stop(), outbox.stop(), remove()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
