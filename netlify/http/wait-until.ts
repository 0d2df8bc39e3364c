import { setImmediate } from 'node:timers/promises';
import { logLine, errorReply } from './errors.ts';

/** Netlify's API for work that continues after the response. */
export interface WaitUntilContext {
  waitUntil: (work: Promise<unknown>) => void;
}

/** Runs after the response; errors are only logged. */
export function runAfterResponse(
  context: WaitUntilContext,
  request: Request,
  work: () => Promise<void>,
): void {
  // Starts in a later tick, so that the response goes out first.
  const done = setImmediate()
    .then(work)
    .catch((error: unknown) => {
      console.error(logLine(`waitUntil ${new URL(request.url).pathname}`, errorReply(error), error));
    });
  context.waitUntil(done);
}
