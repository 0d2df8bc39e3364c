/**
 * Campaign pictures have a separate crop for phones. Netlify's Image CDN crops at an edge or in the middle, not around
 * a point, so the build crops and the CDN encodes.
 */
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { writeCrops } from './content-rules/campaign.ts';

export function campaignCrops(): AstroIntegration {
  return {
    name: 'campaign-crops',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(new URL('../..', import.meta.url));
        logger.info(`${await writeCrops(root, fileURLToPath(dir))} cut`);
      },
    },
  };
}
