import { useId } from 'react';

export interface Bar {
  /** Below the bar, such as `23 Nov`. */
  label: string;
  /** From bottom to top, none below zero. */
  parts: readonly number[];
  /** Read for the bar by screen readers and shown on hover. */
  text: string;
}

interface Props {
  title: string;
  bars: readonly Bar[];
  /** The names of the parts, if there is more than one. */
  legend?: readonly string[];
  /** Formats the value of the highest bar. */
  format: (value: number) => string;
}

/** The colours of the parts of a bar, and of their keys. */
const fills = ['fill-ink', 'fill-accent', 'fill-muted'];
const keys = ['bg-ink', 'bg-accent', 'bg-muted'];

const WIDTH = 600;
const HEIGHT = 160;
const GAP = 0.25;

/** A bar chart. The table beside it has the same numbers, so for screen readers the chart is one picture. */
export function BarChart({ title, bars, legend = [], format }: Props) {
  const heading = useId();
  const highest = Math.max(0, ...bars.map(({ parts }) => sumOf(parts)));
  const most = Math.max(1, highest);
  const step = WIDTH / Math.max(1, bars.length);
  const [first, last] = [bars[0]?.label, bars.at(-1)?.label];
  return (
    <figure>
      <p aria-hidden="true" className="text-muted text-xs tabular-nums">
        {format(highest)}
      </p>
      <svg
        className="border-muted h-40 w-full border-b"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={heading}
      >
        <title id={heading}>{title}</title>
        {bars.map(({ label, parts, text }, at) => (
          <g key={label} className="group">
            <title>{text}</title>
            {/* The whole height answers a pointer, so that a low bar has its number too. */}
            <rect
              x={at * step}
              y={0}
              width={step}
              height={HEIGHT}
              className="group-hover:fill-sunken fill-transparent"
            />
            {parts.map((part, place) => {
              const below = sumOf(parts.slice(0, place));
              const height = (part / most) * HEIGHT;
              return (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar are a fixed list
                  key={place}
                  x={(at + GAP / 2) * step}
                  y={HEIGHT - (below / most) * HEIGHT - height}
                  width={step * (1 - GAP)}
                  height={height}
                  className={fills[place]}
                />
              );
            })}
          </g>
        ))}
      </svg>
      <figcaption aria-hidden="true" className="text-muted flex justify-between text-xs tabular-nums">
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
      {legend.length > 1 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1 pt-2 text-sm" aria-hidden="true">
          {legend.map((name, place) => (
            <li key={name}>
              <span className={`mr-2 inline-block size-3 ${keys[place]}`} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

function sumOf(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0);
}
