import process from 'node:process';
import type { Locator, Page } from 'playwright/test';

/** The kind of content that a scene shows. */
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

/** One screen in one state, and the steps to it. */
export interface Scene {
  /** A few words, unique within its screen. */
  name: string;
  state: State;
  address: string;
  /** Before the page opens: the logged-in shopper, and the server's answers. */
  prepare?: (page: Page) => Promise<unknown>;
  /** What is visible when the page has loaded; a text is searched in its main part. */
  shows: string | RegExp | ((page: Page) => Locator);
  /** The steps from the loaded page to the state. */
  act?: (page: Page) => Promise<unknown>;
  /** The area of the picture: the whole page, or the window if something overlays the page or scrolls with it. */
  frame?: 'page' | 'window';
  /** The element in the middle of the window. */
  at?: (page: Page) => Locator;
  /** Expected console messages and failed requests, because the scene is about them. */
  announced?: readonly RegExp[];
  /** The only widths that show the scene. */
  widths?: readonly Width[];
  withoutScript?: boolean;
}

/** Heights for the widths: a small phone, an upright tablet, a laptop. */
export const heights = { 360: 740, 768: 1024, 1440: 900 } as const;
export type Width = keyof typeof heights;
export const widths = [360, 768, 1440] as const satisfies Width[];

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The tag by which Playwright's report filters. */
export const tagOf = (state: State): string => `@${state.replace(' ', '-')}`;

/** The options of `npm run screens`. */
function wanted<Value extends string | number>(setting: string, all: readonly Value[]): Value[] {
  const asked = process.env[setting];
  return all.filter((value) => !asked || asked.split(',').includes(String(value)));
}
export const wantedWidths = wanted<Width>('SCREENS_WIDTHS', widths);
export const wantedThemes = wanted<Theme>('SCREENS_THEMES', themes);
