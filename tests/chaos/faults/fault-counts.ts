/** How often each fault happened, and how many calls it affected. */

/** `part`: a part of the shop breaks, and every call meets the fault meanwhile. `call`: a single call fails. */
export type Kind = 'part' | 'call';

export interface Row {
  fault: string;
  kind: Kind;
  /** How often the fault happened; for a fault of single calls, the number of affected calls. */
  times: number;
  hit: number;
}

export interface FaultCounts {
  /** @param calls how many calls the fault affected */
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

/** Totals for all faults of a kind. */
export function sumOf(rows: readonly Row[], kind: Kind): { times: number; hit: number } {
  const own = rows.filter((row) => row.kind === kind);
  const sum = (of: 'times' | 'hit') => own.reduce((all, row) => all + row[of], 0);
  return { times: sum('times'), hit: sum('hit') };
}
