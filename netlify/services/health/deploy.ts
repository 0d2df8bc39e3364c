/** Deploy checks: whether it is the shop, and runs its scheduled jobs. */
import { MINUTE_MS } from '../../../src/domain/time-units.ts';
import { type Check, isBeforeLaunch, ok, reasonOf, red } from './finding.ts';
import { keyKindsOf } from './key-kinds.ts';

/** Twice the interval between two runs. */
const RECONCILIATION_OVERDUE_MS = 10 * MINUTE_MS;
/** Providers accept a signature for five minutes, and a Date header has whole seconds. */
const CLOCKS_APART_MS = 30_000;

const answers: Check = {
  name: 'The shop answers',
  look: async ({ health }) => {
    try {
      const { runtime } = await health();
      return ok(`/api/health says yes, on Node ${runtime}`);
    } catch (error) {
      return red(
        `/api/health: ${reasonOf(error)}`,
        'Is the address right? Then look at the log of the function "health" on Netlify.',
      );
    }
  },
};

const published: Check = {
  name: 'Published deploy',
  look: async ({ health, address }) =>
    (await health()).published
      ? ok('orders are taken')
      : red(
          `${address} is a preview or an old deploy and takes no orders`,
          'Open the shop at its own address, or publish this deploy (Netlify, Deploys, Publish deploy).',
        ),
};

const siteUrl: Check = {
  name: 'SITE_URL',
  look: async ({ health, ask, address, isLocal }) => {
    const own = (await health()).siteUrl;
    const advice = `Set SITE_URL to ${address} in Netlify's environment variables and deploy again.`;
    if (!own) return red('not set: emails and payments lead nowhere', advice);
    if (own !== address) return red(`${own}, but the shop is at ${address}`, advice);
    if (isLocal) return ok(own);
    if (!own.startsWith('https://')) return red(`${own} is not encrypted`, 'Switch HTTPS on at Netlify.');
    const page = await (await ask('/')).text();
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1] ?? '';
    if (canonical !== '' && new URL(canonical).origin !== address) {
      return red(`the pages were built for ${new URL(canonical).origin}`, 'Deploy again without cache.');
    }
    return ok(own);
  },
};

const reconciliation: Check = {
  name: 'Last reconciliation job',
  look: async ({ health, now, openedAt }) => {
    const { sweptAt } = await health();
    const age = sweptAt === null ? Number.POSITIVE_INFINITY : now() - sweptAt;
    if (age <= RECONCILIATION_OVERDUE_MS)
      return ok(`${Math.max(0, Math.round(age / MINUTE_MS))} minutes ago`);
    if (openedAt !== null && now() - openedAt < RECONCILIATION_OVERDUE_MS)
      return ok('the shop has just opened');
    return red(
      sweptAt === null ? 'it never ran' : `${Math.round(age / MINUTE_MS)} minutes ago`,
      'Netlify, Logs, Functions, reconciliation: it has to be there as "Scheduled" and run every five minutes. Payments and refunds wait for it; until then run "npm run shop -- reconcile".',
    );
  },
};

const clocks: Check = {
  name: 'Clocks',
  look: async ({ ask, command, now, isInside }) => {
    const own = isInside ? 'the functions' : 'this machine';
    const from = now();
    const response = await ask('/api/health');
    const middle = (from + now()) / 2;
    const theirs: [string, number][] = [];
    if (!isInside) theirs.push(['the functions', Date.parse(response.headers.get('date') ?? '') + 500]);
    if (command) {
      const [seconds] = (await command(['TIME'])) as [string, string];
      theirs.push(['the database', Number(seconds) * 1_000 + 500]);
    }
    const wrong = theirs.find(([, time]) => !(Math.abs(time - middle) <= CLOCKS_APART_MS));
    if (!wrong) return ok(`${[...theirs.map(([name]) => name), own].join(', ')}: the same time`);
    const [name, time] = wrong;
    return red(
      `${name} and ${own} are ${Math.round(Math.abs(time - middle) / 1_000)} s apart`,
      `${
        isInside
          ? 'Ask Netlify and Upstash which of them is wrong'
          : 'Synchronise the clock of this machine (NTP) and check again. If it is right, ask the provider of the other one'
      }: signatures of payments are refused when clocks differ by five minutes.`,
    );
  },
};

const keys: Check = {
  name: 'Live and test keys',
  look: async (shop) => {
    const { health, settings, isInside, isLocal } = shop;
    const { keys: deployed, published: isPublished } = await health();
    const kinds = new Map(Object.entries(deployed).map(([name, kind]) => [`${name} in the shop`, kind]));
    for (const [name, kind] of isInside ? [] : Object.entries(keyKindsOf(settings))) {
      kinds.set(`${name} in this terminal`, kind);
    }
    const kindsText = [...kinds].map(([name, kind]) => `${name}: ${kind}`).join(', ');
    if (new Set(kinds.values()).size > 1) {
      return red(kindsText, 'Take both keys of every provider from the same mode, live or test.');
    }
    const isTest = Object.values(deployed).includes('test');
    if (isTest && isPublished && !isLocal && !(await isBeforeLaunch(shop))) {
      return red(
        kindsText,
        "Shoppers get goods for payments that nobody makes. Put the live keys of every provider and the secret of its live webhook into Netlify's environment variables (.env.example names them), and deploy again.",
      );
    }
    return ok(kindsText || 'no online payments');
  },
};

export const deployChecks: readonly Check[] = [answers, published, siteUrl, reconciliation, clocks, keys];
