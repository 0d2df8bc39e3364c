/** The process that is attacked, seen from outside. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { projectRoot, SetupError } from '../../../scripts/setup.mjs';

/** Stands on whatever a function of the shop has answered; what else answers is the server before them. */
export const FROM_FUNCTION = 'x-fuzz-function';

interface Opened {
  port: number;
  /** Settings of a mail server that forgets every letter. */
  mail: { SMTP_URL: string; MAIL_FROM: string; SITE_URL: string };
  /** With which the providers sign their events: an attacker has none, a provider's mistake has. */
  secrets: { razorpay: string; stripe: string };
}

interface State {
  polluted: boolean;
  /** What is in use after a collection. */
  heapBytes: number;
}

/** What a shopper brings back from a provider, asked for by hand and not over the wire. */
export interface Errand {
  /** A Razorpay order to pay for. */
  pay?: string;
  /** An e-mail whose owner Google knows. */
  credential?: string;
}

export interface Fetched {
  paymentId?: string;
  signature?: string;
  credential?: string;
}

export type ToTarget = { errand: Errand; number: number } | 'state' | 'stop';
export type FromTarget = { opened: Opened } | { state: State } | { fetched: Fetched; number: number };

export interface Target extends Opened {
  isAlive: () => boolean;
  /** What it wrote to its log. */
  log: () => string;
  state: () => Promise<State>;
  fetch: (errand: Errand) => Promise<Fetched>;
  stop: () => Promise<void>;
}

/** @param dataFolder a name of its own, so that two at once do not share their bundles */
export async function openTarget(dataFolder: string): Promise<Target> {
  const child = fork(join(import.meta.dirname, 'target-process.ts'), {
    env: { ...process.env, FUZZ_DATA: dataFolder },
    cwd: projectRoot,
    execArgv: ['--enable-source-maps', '--expose-gc'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  }
  const ended = once(child, 'exit');
  const tell = (message: ToTarget) => child.send(message);
  /** The first message from now on in which something is found. */
  function said<Of>(find: (message: FromTarget) => Of | null): Promise<Of> {
    return new Promise((resolve) => {
      const listen = (message: FromTarget): void => {
        const found = find(message);
        if (found === null) return;
        child.off('message', listen);
        resolve(found);
      };
      child.on('message', listen);
    });
  }
  let errands = 0;
  const opened = await Promise.race([
    said((message) => ('opened' in message ? message.opened : null)),
    ended.then(() => null),
  ]);
  if (!opened) throw new SetupError(`The functions could not be opened:\n${log}`);
  return {
    ...opened,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    log: () => log,
    state: async () => {
      const state = said((message) => ('state' in message ? message.state : null));
      tell('state');
      return state;
    },
    fetch: async (errand) => {
      errands += 1;
      const number = errands;
      const fetched = said((message) =>
        'fetched' in message && message.number === number ? message.fetched : null,
      );
      tell({ errand, number });
      // Whoever asks a process that has ended hears nothing.
      return Promise.race([fetched, ended.then((): Fetched => ({}))]);
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      tell('stop');
      await ended;
    },
  };
}
