import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

/** WCAG 2.2: text (1.4.3), and parts that have to be seen to use a control (1.4.11). */
const TEXT = 4.5;
const CONTROL = 3;

/** Every pair of foreground and background in the shop, with its required contrast. */
const pairs: readonly [what: string, on: string, ratio: number, where: string][] = [
  ['ink', 'paper', TEXT, 'text, buttons, the ring of the focus'],
  ['ink', 'surface', TEXT, 'fields, panels'],
  ['ink', 'sunken', TEXT, 'cards, fields that cannot be written into'],
  ['muted', 'paper', TEXT, 'hints'],
  ['muted', 'surface', TEXT, 'hints in panels, placeholders, the line of a field'],
  ['muted', 'sunken', TEXT, 'old prices on cards, buttons that cannot be pressed'],
  ['accent', 'paper', TEXT, 'reduced prices, links under the pointer'],
  ['accent', 'surface', TEXT, 'the figure of the newsletter'],
  ['accent', 'sunken', TEXT, 'reduced prices on cards'],
  ['on-accent', 'accent', TEXT, 'badges, counts, a button under the pointer, selected text'],
  ['paper', 'ink', TEXT, 'buttons, badges, toasts, a chosen size'],
  ['danger', 'paper', TEXT, 'what is wrong'],
  ['danger', 'surface', TEXT, 'what is wrong, in a panel; the line of a wrong field'],
  ['danger', 'sunken', TEXT, 'what is wrong, on a card'],
  ['paper', 'danger', TEXT, 'a button that deletes'],
  ['success', 'paper', TEXT, 'what went well'],
  ['success', 'surface', TEXT, 'what went well, in a panel'],
  ['on-picture', 'backdrop', TEXT, 'headlines below a campaign picture'],
  ['muted', 'paper', CONTROL, 'the line of a field, of a size'],
  ['wish', 'backdrop', CONTROL, 'a heart that is set, on a picture'],
  ['accent', 'paper', CONTROL, 'a heart that is set, beside a name; the current thumbnail'],
];

/** The declarations of one rule of a stylesheet, as `name → value`. */
function tokensOf(css: string, selector: string): Map<string, string> {
  const from = css.indexOf(`${selector} {`);
  expect(from, `a rule for ${selector}`).toBeGreaterThanOrEqual(0);
  const body = css.slice(css.indexOf('{', from) + 1, css.indexOf('}', from));
  return new Map(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** The part of a stylesheet between the braces of a media query. */
function insideOf(css: string, query: string): string {
  const from = css.indexOf(`@media ${query} {`);
  expect(from, query).toBeGreaterThanOrEqual(0);
  const start = css.indexOf('{', from) + 1;
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
  }
  return css.slice(start, at - 1);
}

function colour(tokens: ReadonlyMap<string, string>, name: string): string {
  const value = tokens.get(name) ?? '';
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  if (other) return colour(tokens, other);
  expect(value, `--${name} is a colour of six digits`).toMatch(/^#[0-9a-f]{6}$/);
  return value;
}

/** WCAG's relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratioOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const read = (name: string) => readFile(new URL(`../../src/styles/${name}.css`, import.meta.url), 'utf8');
const tokens = await read('tokens');
const more = insideOf(await read('adaptive'), '(prefers-contrast: more)');
const light = tokensOf(tokens, ':root');
const dark = new Map([...light, ...tokensOf(tokens, "[data-theme='dark']")]);
const themes = { light, dark };
const stronger = {
  light: new Map([...light, ...tokensOf(more, ':root')]),
  dark: new Map([...dark, ...tokensOf(more, ':root'), ...tokensOf(more, "[data-theme='dark']")]),
};

test('black on white is 21, as in WCAG', () => {
  expect(ratioOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(ratioOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(pairs)('%s on %s is at least %d: %s', (what, on, ratio) => {
    expect(ratioOf(colour(themes[theme], what), colour(themes[theme], on))).toBeGreaterThanOrEqual(ratio);
  });

  test.each(['ink', 'muted', 'accent', 'danger', 'success'])(
    'with more contrast, %s on paper, surface and sunken has 7',
    (what) => {
      for (const on of ['paper', 'surface', 'sunken']) {
        const ratio = ratioOf(colour(stronger[theme], what), colour(stronger[theme], on));
        expect(ratio, on).toBeGreaterThanOrEqual(7);
        expect(ratio, on).toBeGreaterThanOrEqual(
          ratioOf(colour(themes[theme], what), colour(themes[theme], on)),
        );
      }
    },
  );

  test('with more contrast, lines are visible', () => {
    expect(ratioOf(colour(stronger[theme], 'line'), colour(stronger[theme], 'paper'))).toBeGreaterThanOrEqual(
      CONTROL,
    );
  });
});
