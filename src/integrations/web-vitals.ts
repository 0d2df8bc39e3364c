import type { AstroIntegration } from 'astro';

/** One page view in so many is measured (features/shell/web-vitals), unless the owner says otherwise. */
const USUAL_SAMPLE = 10;
const MOST = 10_000;

/**
 * Reads the setting WEB_VITALS_SAMPLE: one page view in this many is measured, 0 for none.
 * @throws Error if it is no such number
 */
export function vitalsSample(setting = ''): number {
  if (setting === '') return USUAL_SAMPLE;
  const sample = Number(setting);
  if (Number.isInteger(sample) && sample >= 0 && sample <= MOST) return sample;
  throw new Error(`WEB_VITALS_SAMPLE must be a whole number up to ${MOST}, or empty, not "${setting}".`);
}

/** With 0 the build has no script for it at all. */
export function webVitals(setting = process.env['WEB_VITALS_SAMPLE']): AstroIntegration {
  const sample = vitalsSample(setting);
  return {
    name: 'web-vitals',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { define: { 'import.meta.env.WEB_VITALS_SAMPLE': JSON.stringify(sample) } } });
      },
    },
  };
}
