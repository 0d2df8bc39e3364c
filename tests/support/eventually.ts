import { vi } from 'vitest';

/** Waits until the check passes, longer than Vitest's second: a busy machine may need it for one import. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, 60_000);
