import process from 'node:process';
import { isComingSoon, openBeforeLaunch } from '../contract/coming-soon.ts';
import { paths } from '../contract/paths.ts';

/** This build is the shop before its launch (SHOP_MODE). */
export const isBeforeLaunch = isComingSoon(process.env['SHOP_MODE']);

/** The pages that may be linked to; undefined for all. */
export const linkedPages: readonly string[] | undefined = isBeforeLaunch
  ? [paths.home, ...openBeforeLaunch]
  : undefined;
