import process from 'node:process';
import { SetupError } from '../../../scripts/setup.mjs';

/**
 * Aborted when this process is asked to end: its child processes end with it, and the code that wrote temporary files
 * removes them before the exit.
 */
export function endSignal(): AbortSignal {
  const ended = new AbortController();
  const end = () => ended.abort(new SetupError('It was ended before it was done.'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // The parent may be killed without a signal; listening for that must not keep this process running.
  process.once('disconnect', end);
  process.channel?.unref();
  return ended.signal;
}
