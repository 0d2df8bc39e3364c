/** Results: for each side and measure, the figure of every round. */
import { median } from '../statistics.ts';
import type { SideName } from './selectors.ts';

/** Null if the event did not happen. */
export type Figures = Record<string, number | null>;

export class Found {
  /** Failed measurements, with their reasons. */
  readonly failures: string[] = [];
  readonly #rounds = new Map<string, (number | null)[]>();

  /** @param measure such as `journey` */
  note(side: SideName, measure: string, figures: Figures): void {
    for (const [name, value] of Object.entries(figures)) {
      const key = `${side} ${measure}.${name}`;
      this.#rounds.set(key, [...(this.#rounds.get(key) ?? []), value]);
      if (value === null) this.failures.push(`${key} did not happen`);
    }
  }

  /** @param figure such as `journey.totalMs` */
  of(side: SideName, figure: string): number[] {
    return (this.#rounds.get(`${side} ${figure}`) ?? []).filter((value) => value !== null);
  }

  /** NaN if it was not measured. */
  middle(side: SideName, figure: string): number {
    return median(this.of(side, figure));
  }
}
