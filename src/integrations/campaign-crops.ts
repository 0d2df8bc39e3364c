/**
 * Campaign pictures have a crop of their own on phones. Netlify's Image CDN cuts at an edge or in the middle, not around a
 * point, so the build cuts (decisions, Pictures) and the CDN encodes what was cut.
 */
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { cutCrops } from './content-rules/campaign.ts';

export function campaignCrops(): AstroIntegration {
  let root = '';
  return {
    name: 'campaign-crops',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
      },
      'astro:build:done': async ({ dir, logger }) => {
        logger.info(`${await cutCrops(root, fileURLToPath(dir))} cut`);
      },
    },
  };
}
