/** Faults between the shop and a provider, on demand. */

/**
 * Faults of a REST API; for Google, of the URL of its public keys. Before any work: `down` drops the connection, `hang`
 * never answers, `garbage` answers 200 with HTML, `error` answers 500 with the provider's error body, `slow` waits and
 * then works normally. After the work: `lost-answer` drops the connection, `hang-after` never answers, `error-after`
 * answers 500.
 */
export type Fault =
  'none' | 'down' | 'hang' | 'garbage' | 'error' | 'slow' | 'lost-answer' | 'hang-after' | 'error-after';

export interface FaultOptions {
  /** Delay of `slow` in ms; 3,000 by default. */
  ms?: number;
  /** How many requests fail; all by default. */
  times?: number;
  /** Only requests whose "METHOD /path" contains this, such as `POST /v1/refunds`. */
  only?: string;
}

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

export interface ActiveFault<Name extends string = Fault> {
  fault: Name;
  ms: number;
}

const SLOW_MS = 3_000;

/** One fault at a time. */
export function openFaults<Name extends string = Fault>() {
  let now: { fault: Name; options: FaultOptions; left: number } | undefined;
  return {
    set: (fault: Name | 'none', options: FaultOptions = {}): void => {
      now =
        fault === 'none' ? undefined : { fault, options, left: options.times ?? Number.POSITIVE_INFINITY };
    },
    current: (): Name | 'none' => now?.fault ?? 'none',
    /** @param what "METHOD /path" */
    next: (what: string): ActiveFault<Name> | undefined => {
      if (!now || (now.options.only !== undefined && !what.includes(now.options.only))) return undefined;
      const active = { fault: now.fault, ms: now.options.ms ?? SLOW_MS };
      now.left -= 1;
      if (now.left <= 0) now = undefined;
      return active;
    },
  };
}

export type Faults<Name extends string = Fault> = ReturnType<typeof openFaults<Name>>;
