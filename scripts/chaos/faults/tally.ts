/** How often each fault was injected, and how many calls it hit. */

export interface Tally {
  inject: (fault: string) => void;
  hit: (fault: string, calls?: number) => void;
  rows: () => { fault: string; injected: number; hit: number }[];
}

export function openTally(): Tally {
  const counts = new Map<string, { injected: number; hit: number }>();
  const of = (fault: string) => {
    const known = counts.get(fault) ?? { injected: 0, hit: 0 };
    counts.set(fault, known);
    return known;
  };
  return {
    inject: (fault) => {
      of(fault).injected += 1;
    },
    hit: (fault, calls = 1) => {
      of(fault).hit += calls;
    },
    rows: () =>
      [...counts]
        .map(([fault, count]) => ({ fault, ...count }))
        .sort((a, b) => a.fault.localeCompare(b.fault)),
  };
}
