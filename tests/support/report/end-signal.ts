import process from 'node:process';
import { SetupError } from '../../../scripts/setup.mjs';

/**
 * Aborted when somebody ends this process: what it has started ends with it, and what it wrote for the time being is
 * cleared away by whoever wrote it, before the process goes.
 */
export function endSignal(): AbortSignal {
  const ended = new AbortController();
  const end = () => ended.abort(new SetupError('It was ended before it was done.'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // Whoever started it may be killed without a word; listening for that must not keep it open.
  process.once('disconnect', end);
  process.channel?.unref();
  return ended.signal;
}
