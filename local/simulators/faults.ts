/** Faults between the shop and a provider’s REST API, on demand. */

/** Before any work: the connection, the time or the answer fails. After the work: only the answer does. */
export const FAULTS = {
  none: 'All is well',
  down: 'Cannot be reached',
  hang: 'Never answers',
  garbage: 'Answers with a web page',
  error: 'Answers 500',
  slow: 'Answers late',
  'lost-answer': 'Does it, but the answer is lost',
  'error-after': 'Does it, but answers 500',
} as const;

export type Fault = keyof typeof FAULTS;

export interface FaultOptions {
  /** Delay of `slow` in ms; 3,000 by default. */
  ms?: number;
  /** How many requests fail; all by default. */
  times?: number;
  /** Only requests whose "METHOD /path" contains this, such as `POST /v1/refunds`. */
  only?: string;
}

/** One fault at a time. */
export function openFaults() {
  let fault: Fault = 'none';
  let left = 0;
  let options: FaultOptions = {};
  return {
    set: (next: Fault, own: FaultOptions = {}): void => {
      fault = next;
      options = own;
      left = own.times ?? Number.POSITIVE_INFINITY;
    },
    current: (): Fault => fault,
    /** @param what "METHOD /path" */
    next: (what: string): { fault: Fault; ms: number } => {
      const { ms = 3_000, only = '' } = options;
      if (!what.includes(only)) return { fault: 'none', ms };
      const active = { fault, ms };
      left -= 1;
      if (left <= 0) fault = 'none';
      return active;
    },
  };
}

export type Faults = ReturnType<typeof openFaults>;
