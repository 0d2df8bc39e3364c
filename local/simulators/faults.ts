/** Faults between the shop and a provider, on demand. */
import type { Fault, FaultOptions } from './controls.ts';

export const FAULTS: Record<Fault, string> = {
  none: 'All is well',
  down: 'Cannot be reached',
  hang: 'Never answers',
  garbage: 'Answers with a web page',
  error: 'Answers 500',
  slow: 'Answers late',
  'lost-answer': 'Does it, but the answer is lost',
  'hang-after': 'Does it, but never answers',
  'error-after': 'Does it, but answers 500',
};

export interface Trouble {
  fault: Fault;
  ms: number;
}

const SLOW_MS = 3_000;

/** One fault at a time. */
export function openFaults() {
  let now: { fault: Fault; options: FaultOptions; left: number } | undefined;
  return {
    set: (fault: Fault, options: FaultOptions = {}): void => {
      now =
        fault === 'none' ? undefined : { fault, options, left: options.times ?? Number.POSITIVE_INFINITY };
    },
    current: (): Fault => now?.fault ?? 'none',
    /** @param what "METHOD /path" */
    strike: (what: string): Trouble | undefined => {
      if (!now || (now.options.only !== undefined && !what.includes(now.options.only))) return undefined;
      const trouble = { fault: now.fault, ms: now.options.ms ?? SLOW_MS };
      now.left -= 1;
      if (now.left <= 0) now = undefined;
      return trouble;
    },
  };
}

export type Faults = ReturnType<typeof openFaults>;
