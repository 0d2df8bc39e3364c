import { expect, test } from 'vitest';
import { files, pages, read } from './pages.ts';

/** Motion takes less than 200 ms, and there is none with reduced motion. A delay is no motion. */
const MOST_MS = 200;
const lasting: Record<string, string> = {
  turn: 'the spinner, while something is on its way',
  breathe: 'the skeleton, while something is on its way',
  weave: 'the loom of the waitlist, woven once',
};

const styles = new Set([
  ...pages.flatMap(({ html }) =>
    [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css),
  ),
  ...[...files].filter((file) => file.startsWith('/_astro/') && file.endsWith('.css')).map(read),
]);
const all = [...styles].join('\n');

const named = Object.fromEntries(
  [...all.matchAll(/--(quick|calm):\s*([\d.]+m?s)/g)].map(([, name = '', time = '']) => [name, time]),
);

const milliseconds = (time: string) => Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1000);

/** Each declared animation and transition, with its first time: the second is a delay. */
const declared = [...all.matchAll(/[;{\s](?:animation|transition)(?:-duration)?:([^;}]+)/g)].flatMap(
  ([, value = '']) =>
    value
      .replace(/(?:cubic-bezier|steps|linear)\([^)]*\)/g, '')
      .replace(/var\(--(quick|calm)\)/g, (_, name: string) => named[name] ?? '')
      .split(',')
      .map((part) => ({ part: part.trim(), time: /(?<![\w.])([\d.]+m?s)\b/.exec(part)?.[1] })),
);

test('no motion takes 200 ms, except the ones listed here', () => {
  const timed = declared.flatMap(({ part, time }) => (time ? [{ part, ms: milliseconds(time) }] : []));
  expect(timed.length).toBeGreaterThan(8);
  const slow = timed.filter(
    ({ part, ms }) => ms >= MOST_MS && !Object.keys(lasting).some((name) => part.split(/\s+/).includes(name)),
  );
  expect(slow).toEqual([]);
});

test('with reduced motion there is none, on every page', () => {
  for (const { path, html } of pages) {
    const quiet = /@media\s*\(prefers-reduced-motion:\s*reduce\)\s*\{[^}]*\*[^}]*\}/.exec(html)?.[0] ?? '';
    expect(quiet, path).toMatch(/animation:\s*none\s*!important/);
    expect(quiet, path).toMatch(/transition:\s*none\s*!important/);
  }
});
