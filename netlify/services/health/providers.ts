/** Webhook checks at the payment providers: registered, enabled, with the right URL and events. */
import type { Finding } from '../../../src/contract/desk-health.ts';
import { methodNames } from '../../../src/contract/messages/payment.ts';
import type { Provider } from '../../../src/domain/order.ts';
import { webhookEvents } from '../../payments/webhook-events.ts';
import { type Check, ok, placeOf, reasonOf, red, unseen } from './finding.ts';

interface Webhook {
  url: string;
  isOn: boolean;
  events: readonly string[];
}

const dashboards: Record<Provider, string> = {
  razorpay: 'Razorpay, Account & Settings, Webhooks',
  stripe: 'Stripe, Developers, Webhooks',
};

function webhookCheck(provider: Provider, key: string, list: () => Promise<Webhook[]>): Check {
  return {
    name: `Webhook at ${methodNames[provider]}`,
    look: async (shop) => {
      const { health, address, settings } = shop;
      if ((await health()).keys[provider] === undefined) return ok('not offered');
      const url = `${address}/api/webhook/${provider}`;
      const byHand = `Look at ${dashboards[provider]}: ${url} with ${webhookEvents[provider].join(', ')}.`;
      if (!settings[key]) return unseen(`${placeOf(shop)} has no key of it`, byHand);
      try {
        return judge(await list(), url, provider);
      } catch (error) {
        return unseen(`${methodNames[provider]} does not list them (${reasonOf(error)})`, byHand);
      }
    },
  };
}

export function judge(webhooks: readonly Webhook[], url: string, provider: Provider): Finding {
  const where = dashboards[provider];
  const own = webhooks.find((webhook) => webhook.url.replace(/\/$/, '') === url);
  if (!own) return red(`none leads to ${url}`, `Add it at ${where}, and put its secret into the settings.`);
  if (!own.isOn) return red('it is switched off', `Switch it on at ${where}.`);
  const missing = own.events.includes('*')
    ? []
    : webhookEvents[provider].filter((event) => !own.events.includes(event));
  if (missing.length > 0) return red(`it lacks ${missing.join(', ')}`, `Add these events at ${where}.`);
  return ok(`on, with ${own.events.includes('*') ? 'all' : webhookEvents[provider].length} events`);
}

async function atStripe(): Promise<Webhook[]> {
  const { client } = await import('../../payments/stripe-api.ts');
  const { data } = await (await client()).webhookEndpoints.list({ limit: 100 });
  return data.map(({ url, status, enabled_events }) => {
    return { url, isOn: status === 'enabled', events: enabled_events };
  });
}

/** Razorpay's webhook API is made for partners; it may refuse an ordinary account. */
async function atRazorpay(): Promise<Webhook[]> {
  const { client } = await import('../../payments/razorpay-api.ts');
  const { items } = await (await client()).webhooks.all({ count: 100 }).catch((refused: unknown) => {
    const { statusCode } = refused as { statusCode?: unknown };
    throw new Error(`answer ${String(statusCode ?? 'none')}`);
  });
  return items.map(({ url, active, events }) => ({
    url,
    isOn: String(active) !== 'false',
    // Either a list of names, or an object that maps each name to whether it is sent.
    events: Array.isArray(events)
      ? (events as string[])
      : Object.entries(events as Record<string, unknown>).flatMap(([name, on]) => (on ? name : [])),
  }));
}

export const providerChecks: readonly Check[] = [
  webhookCheck('razorpay', 'RAZORPAY_KEY_SECRET', atRazorpay),
  webhookCheck('stripe', 'STRIPE_SECRET_KEY', atStripe),
];
