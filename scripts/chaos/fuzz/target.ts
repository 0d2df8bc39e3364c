/** The process that is attacked, seen from outside. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { projectRoot, SetupError } from '../../setup.mjs';

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

export type FromTarget = Opened | State;

export interface Target extends Opened {
  isAlive: () => boolean;
  /** What it wrote to its log. */
  log: () => string;
  state: () => Promise<State>;
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
  const opened = await Promise.race([
    once(child, 'message').then(([message]) => message as Opened),
    ended.then(() => null),
  ]);
  if (!opened) throw new SetupError(`The functions could not be opened:\n${log}`);
  return {
    ...opened,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    log: () => log,
    state: async () => {
      child.send('state');
      const [state] = (await once(child, 'message')) as [State];
      return state;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.send('stop');
      await ended;
    },
  };
}
