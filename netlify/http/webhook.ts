import { requestMessages } from '../../src/contract/messages/page.ts';
import { ForgedEvent, isProviderFailure, UnreadableEvent } from '../payments/payment-provider.ts';
import { isProvider, providerOf } from '../payments/providers.ts';
import { sendDueOrderEmails } from '../services/send-order-email.ts';
import { handleProviderEvent } from '../services/payment-status.ts';
import { Refused } from '../services/refusal.ts';
import { Unreachable } from '../storage/unreachable.ts';
import { logLine, statusOf, errorReply } from './errors.ts';
import { uncached } from './headers.ts';
import { readUpTo } from './input.ts';
import { isPublished, notPublished, type OfDeploy } from './deploy-context.ts';
import { runAfterResponse, type WaitUntilContext } from './wait-until.ts';

/** Limit in bytes; providers' events are a few kB. */
const EVENT_BYTES = 256 * 1_024;

/**
 * Handles a provider's webhook. 200: handled, so it is not sent again. 400: not signed by the provider, or unreadable.
 * 403: not the published deploy, which may have other prices and older rules. 503: Redis or the provider does not
 * answer, so it is sent again.
 */
export async function handleWebhook(
  request: Request,
  context: WaitUntilContext & OfDeploy,
): Promise<Response> {
  const id = new URL(request.url).pathname.split('/')[3] ?? '';
  if (request.method !== 'POST') {
    return refuse(new Refused('method-not-allowed', requestMessages.method), { Allow: 'POST' });
  }
  const provider = isProvider(id) ? providerOf(id) : undefined;
  if (!provider) return refuse(new Refused('not-found', requestMessages.notFound));
  if (!isPublished(context)) return refuse(notPublished());
  try {
    const raw = new TextDecoder().decode(await readUpTo(EVENT_BYTES, request));
    await handleProviderEvent(provider, raw, request.headers);
    runAfterResponse(context, request, sendDueOrderEmails);
    return Response.json({ received: true }, { headers: uncached });
  } catch (error) {
    if (error instanceof ForgedEvent) return refuse(new Refused('invalid', requestMessages.forged));
    if (error instanceof Refused) return refuse(error);
    console.error(logLine(`webhook.${id}`, errorReply(error), error));
    if (error instanceof UnreadableEvent) return refuse(new Refused('invalid', requestMessages.forged));
    return refuse(
      error instanceof Unreachable || isProviderFailure(error)
        ? new Refused('unavailable', requestMessages.unavailable)
        : new Refused('failed', requestMessages.failed),
    );
  }
}

function refuse({ code, message }: Refused, headers: Record<string, string> = {}): Response {
  return Response.json(
    { success: false, code, message },
    { status: statusOf[code], headers: { ...uncached, ...headers } },
  );
}
