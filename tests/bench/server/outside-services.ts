/**
 * What stands around the functions while they are measured, in a process of its own so that its work counts as nobody
 * else's: Redis behind Upstash's protocol, the payment providers, and a mail server. Forked with an IPC channel; sends the
 * settings under which a shop finds them, and ends with its parent.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { openOutbox } from '../../../local/email/outbox.ts';
import { startRedis } from '../../../local/redis/redis-server.ts';
import { openSimulators } from '../../../local/simulators/open-simulators.ts';
import { startGateway } from '../../../local/redis/upstash-gateway.ts';

const shopAddress = process.argv[2] ?? 'http://localhost:8888';
const folder = await mkdtemp(join(tmpdir(), 'taana-bench-'));
const redis = await startRedis({ folder, persistent: false });
const gateway = await startGateway({ socketPath: redis.socketPath, databaseFor: () => 0 });
const outbox = await openOutbox(join(folder, 'outbox.jsonl'));
const standIns = await openSimulators({
  shopAddress: () => shopAddress,
  // Events are sent by what measures them.
  deliver: async () => new Response(),
  retryAfterMs: [],
  providers: ['razorpay', 'stripe', 'google'],
});

async function end(): Promise<void> {
  await Promise.allSettled([standIns.stop(), outbox.stop(), gateway.stop()]);
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
}
if (process.connected) process.once('disconnect', () => void end());
else await end();

export type Asked = { id: number } & (
  | { do: 'razorpay.pay'; razorpayOrderId: string }
  | { do: 'google.credential'; email: string }
  | { do: 'stripe.pay'; sessionId: string }
  | { do: 'webhook'; razorpayOrderId: string }
);

/** An event as a provider would have sent it, signed. */
async function eventOf(razorpayOrderId: string): Promise<{ body: string; headers: [string, string][] }> {
  standIns.razorpay.pay(razorpayOrderId, { webhook: 'held' });
  const held = standIns.webhooks.held().at(-1);
  let event = { body: '', headers: [] as [string, string][] };
  await standIns.webhooks.deliver(held?.id ?? '', {
    tamper: (body, headers) => {
      event = { body, headers: [...headers] };
      return body;
    },
  });
  return event;
}

async function done(asked: Asked): Promise<unknown> {
  switch (asked.do) {
    case 'razorpay.pay':
      return standIns.razorpay.pay(asked.razorpayOrderId, { webhook: 'never' });
    case 'stripe.pay':
      return standIns.stripe.pay(asked.sessionId, { webhook: 'never' });
    case 'google.credential':
      return standIns.google.credential({ email: asked.email });
    case 'webhook':
      return eventOf(asked.razorpayOrderId);
  }
}

process.on('message', (asked: Asked) => {
  void done(asked).then((answer) => process.send?.({ id: asked.id, answer }));
});
process.send?.({
  ...standIns.settings,
  UPSTASH_REDIS_REST_URL: gateway.url,
  UPSTASH_REDIS_REST_TOKEN: 'bench',
  PERSON_HASH_KEY: 'no-secret-because-this-shop-has-no-persons',
  SMTP_URL: outbox.url,
  MAIL_FROM: 'Taana <care@taana.example>',
  SITE_URL: shopAddress,
  URL: shopAddress,
});
