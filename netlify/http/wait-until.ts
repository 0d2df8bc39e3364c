import { setImmediate } from 'node:timers/promises';
import { logLine, tell } from './errors.ts';

/** Netlify's way to let work go on when the answer is on its way. */
export interface WaitUntilContext {
  waitUntil: (work: Promise<unknown>) => void;
}

/** Does work behind the answer. What fails then is told to nobody but the log. */
export function runAfterResponse(
  context: WaitUntilContext,
  request: Request,
  work: () => Promise<void>,
): void {
  // Not in the same breath: the answer goes first.
  const done = setImmediate()
    .then(work)
    .catch((error: unknown) => {
      console.error(logLine(`behind ${new URL(request.url).pathname}`, tell(error), error));
    });
  context.waitUntil(done);
}
