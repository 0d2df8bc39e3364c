/** How often each fault happened, and how many calls it hit. */

/** A part of the shop breaks, and whatever calls come while it is broken meet it; or one call is spoiled. */
export type Kind = 'part' | 'call';

export interface Row {
  fault: string;
  kind: Kind;
  /** How often it happened; of a fault of single calls, how many calls it hit. */
  times: number;
  hit: number;
}

export interface FaultCounts {
  /** @param calls how many calls met it */
  part: (fault: string, calls: number) => void;
  call: (fault: string) => void;
  rows: () => Row[];
}

export function openFaultCounts(): FaultCounts {
  const counts = new Map<string, Row>();
  const add = (fault: string, kind: Kind, calls: number) => {
    const row = counts.get(fault) ?? { fault, kind, times: 0, hit: 0 };
    counts.set(fault, { ...row, times: row.times + 1, hit: row.hit + calls });
  };
  return {
    part: (fault, calls) => add(fault, 'part', calls),
    call: (fault) => add(fault, 'call', 1),
    rows: () => [...counts.values()].sort((a, b) => a.fault.localeCompare(b.fault)),
  };
}

/** All faults of a kind: how many there were, and the calls that they hit. */
export function sumOf(rows: readonly Row[], kind: Kind): { times: number; hit: number } {
  const own = rows.filter((row) => row.kind === kind);
  const sum = (of: 'times' | 'hit') => own.reduce((all, row) => all + row[of], 0);
  return { times: sum('times'), hit: sum('hit') };
}
