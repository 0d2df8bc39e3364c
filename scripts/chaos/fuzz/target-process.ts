/**
 * The functions of the shop in a process of their own, as Netlify hosts them, on loopback: what is sent to them may end
 * them, and not those who look on. Told what it needs by its environment, tells where it is open by a message.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { SMTPServer } from 'smtp-server';
import { projectRoot } from '../../setup.mjs';
import { openFunctions } from '../../local/functions.ts';
import { openServer } from '../../local/shop.ts';
import { openStandIns } from '../../local/stand-ins/open-stand-ins.ts';
import type { FromTarget } from './target.ts';

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
const standIns = await openStandIns({
  shopAddress: () => address,
  providers: ['razorpay', 'stripe', 'google', 'emailjs'],
  retryAfterMs: [],
});
Object.assign(process.env, standIns.settings);
const functions = await openFunctions(projectRoot, process.env['FUZZ_DATA'] ?? 'fuzz');
const server = await openServer((request, ip) => {
  const match = functions.match(request);
  // What is no function is a file of the site or its page for what is missing.
  return match ? match.call(request, ip) : Promise.resolve(new Response('no function', { status: 404 }));
}, 0);
address = `http://127.0.0.1:${server.port}`;

/** What hostile input may have left behind in the objects that all others stand on. */
function isPolluted(): boolean {
  const ground = [Object.prototype, Array.prototype, String.prototype, Function.prototype];
  return ground.some((each) => Object.keys(each).length > 0);
}

process.on('message', (message) => {
  if (message === 'state') {
    globalThis.gc?.();
    send({ polluted: isPolluted(), heapBytes: process.memoryUsage().heapUsed });
  } else if (message === 'stop') {
    void server
      .close()
      .then(functions.stop)
      .then(standIns.stop)
      .finally(() => process.exit(0));
  }
});
send({
  port: server.port,
  mail,
  secrets: {
    razorpay: standIns.settings['RAZORPAY_WEBHOOK_SECRET'] ?? '',
    stripe: standIns.settings['STRIPE_WEBHOOK_SECRET'] ?? '',
  },
});
