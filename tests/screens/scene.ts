import process from 'node:process';
import type { Locator, Page } from 'playwright/test';

/** What a scene shows of its place. */
export type State =
  | 'ordinary'
  | 'loading'
  | 'empty'
  | 'one'
  | 'many'
  | 'long'
  | 'sold out'
  | 'early order'
  | 'error'
  | 'offline'
  | 'disabled'
  | 'busy'
  | 'success'
  | 'open'
  | 'no script';

/** One screen in one state, and the way to it. */
export interface Scene {
  /** In a few words, once in its place. */
  name: string;
  state: State;
  address: string;
  /** Before the page opens: who is logged in, what the server will say. */
  prepare?: (page: Page) => Promise<unknown>;
  /** What is on screen when the page is all there; a text is looked for in its main part. */
  shows: string | RegExp | ((page: Page) => Locator);
  /** From there to the state. */
  act?: (page: Page) => Promise<unknown>;
  /** What the picture is of: the whole page, or the window where something lies over the page or scrolls with it. */
  frame?: 'page' | 'window';
  /** What stands in the middle of the window. */
  at?: (page: Page) => Locator;
  /** What may stand in the console or break on the way, because the scene is about it. */
  announced?: readonly RegExp[];
  /** Where there is nothing to be seen on the other widths. */
  widths?: readonly Width[];
  withoutScript?: boolean;
}

/** Heights that go with the widths: a small phone, a tablet held upright, a laptop. */
export const heights = { 360: 740, 768: 1024, 1440: 900 } as const;
export type Width = keyof typeof heights;
export const widths = [360, 768, 1440] as const satisfies Width[];

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What Playwright's report filters by. */
export const tagOf = (state: State): string => `@${state.replace(' ', '-')}`;

/** What `npm run screens` was asked for. */
function wanted<Value extends string | number>(setting: string, all: readonly Value[]): Value[] {
  const asked = process.env[setting];
  return all.filter((value) => !asked || asked.split(',').includes(String(value)));
}
export const wantedWidths = wanted<Width>('SCREENS_WIDTHS', widths);
export const wantedThemes = wanted<Theme>('SCREENS_THEMES', themes);
