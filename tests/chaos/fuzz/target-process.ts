/**
 * The functions of the shop in a process of their own, as Netlify hosts them, on loopback: what is sent to them may end
 * them, and not those who look on. Told what it needs by its environment, tells where it is open by a message.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { SMTPServer } from 'smtp-server';
import { projectRoot } from '../../../scripts/setup.mjs';
import { openFunctions } from '../../../local/functions/functions-host.ts';
import { openServer } from '../../../local/shop.ts';
import { openSimulators } from '../../../local/simulators/open-simulators.ts';
import { type Errand, type Fetched, FROM_FUNCTION, type FromTarget, type ToTarget } from './target.ts';

/** A mail server that takes every letter and forgets it. */
async function openLetterBox(): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: (stream, _session, done) => {
      stream.on('end', () => done());
      stream.resume();
    },
  });
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

const send = (message: FromTarget) => process.send?.(message);

// Whoever waits for an answer from here has gone.
process.on('disconnect', () => process.exit(0));

const mail = {
  SMTP_URL: await openLetterBox(),
  MAIL_FROM: 'Taana <care@taana.example>',
  SITE_URL: 'http://shop.example',
};
Object.assign(process.env, mail);
process.env['SHOP_TRUST_PROXY'] = '1';
let address = '';
const standIns = await openSimulators({
  shopAddress: () => address,
  providers: ['razorpay', 'stripe', 'google', 'emailjs'],
  retryAfterMs: [],
});
Object.assign(process.env, standIns.settings);
const functions = await openFunctions(projectRoot, process.env['FUZZ_DATA'] ?? 'fuzz');
const server = await openServer(async (request, ip) => {
  const match = functions.match(request);
  // What is no function is a file of the site or its page for what is missing.
  if (!match) return new Response('no function', { status: 404 });
  const { body, status, headers } = await match.call(request, ip);
  return new Response(body, { status, headers: [...headers, [FROM_FUNCTION, '1']] });
}, 0);
address = `http://127.0.0.1:${server.port}`;

/** What hostile input may have left behind in the objects that all others stand on. */
function isPolluted(): boolean {
  const ground = [Object.prototype, Array.prototype, String.prototype, Function.prototype];
  return ground.some((each) => Object.keys(each).length > 0);
}

/** Nothing where the provider knows of no such thing. */
function run({ pay, credential }: Errand): Fetched {
  try {
    if (credential !== undefined) {
      return { credential: standIns.google.credential({ email: credential }) };
    }
    const paid = standIns.razorpay.pay(pay ?? '', { webhook: 'never' });
    return 'error' in paid ? {} : { paymentId: paid.razorpay_payment_id, signature: paid.razorpay_signature };
  } catch {
    return {};
  }
}

process.on('message', (message: ToTarget) => {
  if (typeof message === 'object') {
    send({ fetched: run(message.errand), number: message.number });
  } else if (message === 'state') {
    globalThis.gc?.();
    send({ state: { polluted: isPolluted(), heapBytes: process.memoryUsage().heapUsed } });
  } else if (message === 'stop') {
    void server
      .close()
      .then(functions.stop)
      .then(standIns.stop)
      .finally(() => process.exit(0));
  }
});
send({
  opened: {
    port: server.port,
    mail,
    secrets: {
      razorpay: standIns.settings['RAZORPAY_WEBHOOK_SECRET'] ?? '',
      stripe: standIns.settings['STRIPE_WEBHOOK_SECRET'] ?? '',
    },
  },
});
