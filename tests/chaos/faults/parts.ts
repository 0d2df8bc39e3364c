/** What the functions of fault runs and of the fuzzer need besides Redis: their bundles, providers and a mail server. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bundleFunctions } from '../../../local/functions/functions-host.ts';
import { openOutbox, type StoredEmail } from '../../../local/email-outbox.ts';
import type { SimulatorOptions } from '../../../local/simulators/controls.ts';
import { openSimulators } from '../../../local/simulators/open-simulators.ts';
import { projectRoot } from '../../../scripts/setup.mjs';
import { brand } from '../../../src/domain/config.ts';

/** Base address of links in emails and on payment pages; nothing listens there. */
const SITE = 'http://shop.example';

export async function openParts(options: Partial<SimulatorOptions>) {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  // The bundles lie inside the project, because their packages resolve from there.
  const bundles = join(projectRoot, '.cache', 'functions', basename(folder));
  await bundleFunctions(join(projectRoot, 'netlify', 'functions'), bundles);
  const outboxFile = join(folder, 'outbox.jsonl');
  const outbox = await openOutbox(outboxFile);
  const providers = await openSimulators({ shopAddress: () => SITE, ...options });
  const mail = {
    SMTP_URL: outbox.url,
    MAIL_FROM: `${brand.name} <${brand.support.email}>`,
    SITE_URL: SITE,
  };
  return {
    folder,
    bundles,
    providers,
    /** Settings of the mail server. */
    mail,
    settings: { ...providers.settings, ...mail, SHOP_TRUST_PROXY: '1' },
    mails: async (): Promise<StoredEmail[]> =>
      (await readFile(outboxFile, 'utf8').catch(() => ''))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as StoredEmail),
    stop: async () => {
      await Promise.all([providers.stop(), outbox.stop()]);
      for (const made of [bundles, folder]) await rm(made, { recursive: true, force: true });
    },
  };
}

/** The secrets with which providers sign their webhooks. */
export const secretsOf = (settings: Record<string, string>) => ({
  razorpay: settings['RAZORPAY_WEBHOOK_SECRET'] ?? '',
  stripe: settings['STRIPE_WEBHOOK_SECRET'] ?? '',
});
