/** The attacked functions, in a process of their own: hostile input may end them, but not the attackers. */
import process from 'node:process';
import { ask, startHost } from '../faults/hosts.ts';
import { openParts, secretsOf } from '../faults/parts.ts';

/** Uses the Redis of this process's settings. */
export async function openTarget() {
  let port = 0;
  const { bundles, mail, providers, settings, stop } = await openParts({
    shopAddress: () => `http://127.0.0.1:${port}`,
    providers: ['razorpay', 'stripe', 'google', 'emailjs'],
    retryAfterMs: [],
  });
  const ofRedis = ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN', 'PERSON_HASH_KEY'];
  const ownRedis = Object.fromEntries(ofRedis.map((name) => [name, process.env[name] ?? '']));
  let log = '';
  const host = await startHost(bundles, { ...settings, ...ownRedis }, (text) => {
    log += text;
  });
  port = host.port;
  return {
    port,
    address: new URL(`http://127.0.0.1:${port}`),
    providers,
    /** Settings of its mail server. */
    mail,
    /** An attacker has none, but a provider's mistake is signed. */
    secrets: secretsOf(providers.settings),
    isAlive: () => host.child.exitCode === null && host.child.signalCode === null,
    log: () => log,
    /** Whether hostile input has changed a prototype. @throws Error if the process has ended */
    isPolluted: async () => (await ask(port, 'isPolluted')) === 'true',
    stop: async () => {
      host.child.kill('SIGKILL');
      await stop();
    },
  };
}

export type Target = Awaited<ReturnType<typeof openTarget>>;
