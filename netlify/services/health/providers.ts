/** Webhook checks at the payment providers: registered, enabled, with the right URL and events. */
import type { Finding } from '../../../src/contract/desk-health.ts';
import { methodNames } from '../../../src/contract/messages/payment.ts';
import type { Provider } from '../../../src/domain/order.ts';
import type { RegisteredWebhook } from '../../payments/payment-provider.ts';
import { providerSetup } from '../../payments/provider-setup.ts';
import { providerOf } from '../../payments/providers.ts';
import { type Check, ok, placeOf, reasonOf, red, unseen } from './finding.ts';

function webhookCheck(provider: Provider): Check {
  const { dashboard, secretSetting, webhookEvents } = providerSetup[provider];
  return {
    name: `Webhook at ${methodNames[provider]}`,
    look: async (shop) => {
      const { health, address, settings } = shop;
      if ((await health()).keys[provider] === undefined) return ok('not offered');
      const url = `${address}/api/webhook/${provider}`;
      const byHand = `Look at ${dashboard}: ${url} with ${webhookEvents.join(', ')}.`;
      const opened = settings[secretSetting] ? providerOf(provider) : undefined;
      if (!opened) return unseen(`${placeOf(shop)} has no key of it`, byHand);
      try {
        return judge(await opened.webhooks(), url, provider);
      } catch (error) {
        return unseen(`${methodNames[provider]} does not list them (${reasonOf(error)})`, byHand);
      }
    },
  };
}

export function judge(webhooks: readonly RegisteredWebhook[], url: string, provider: Provider): Finding {
  const { dashboard: where, webhookEvents } = providerSetup[provider];
  const own = webhooks.find((webhook) => webhook.url.replace(/\/$/, '') === url);
  if (!own) return red(`none leads to ${url}`, `Add it at ${where}, and put its secret into the settings.`);
  if (!own.isOn) return red('it is switched off', `Switch it on at ${where}.`);
  const missing = own.events.includes('*')
    ? []
    : webhookEvents.filter((event) => !own.events.includes(event));
  if (missing.length > 0) return red(`it lacks ${missing.join(', ')}`, `Add these events at ${where}.`);
  return ok(`on, with ${own.events.includes('*') ? 'all' : webhookEvents.length} events`);
}

export const providerChecks: readonly Check[] = (Object.keys(providerSetup) as Provider[]).map(webhookCheck);
