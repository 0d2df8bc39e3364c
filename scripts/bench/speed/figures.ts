/** Figures as the report writes them; what there is none of is a dash. */
import { median, sorted } from '../statistics.ts';
import type { Visit } from './visit.ts';

const whole = (value: number) => Math.round(value).toLocaleString('en-IN');

export const ms = (value: number) => (Number.isFinite(value) ? `${whole(value)} ms` : '–');
export const bytes = (value: number) => (Number.isFinite(value) ? `${whole(value)} B` : '–');
export const times = (value: number) => (Number.isFinite(value) ? `${value.toFixed(2)}×` : '–');

/** The median, and every figure behind it. */
export const spread = (values: readonly number[], format = ms) =>
  values.length === 0
    ? '–'
    : `${format(median(values))} (${sorted(values)
        .map((one) => Math.round(one))
        .join(', ')})`;

/** Of each visit; NaN where it has none. */
export const of = <V extends Visit>(visits: readonly V[], read: (visit: V) => number | null) =>
  visits.map((visit) => read(visit) ?? Number.NaN);
export const mid = <V extends Visit>(visits: readonly V[], read: (visit: V) => number | null) =>
  median(of(visits, read));
