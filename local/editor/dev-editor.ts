/** The editor for Astro's dev server, which has no built site to contain it. */
import { join } from 'node:path';
import { buildEditor } from '../../src/integrations/editor.ts';
import { readRules } from '../site/netlify-rules.ts';
import type { Aside } from '../shop.ts';
import { openSite } from '../site/static-site.ts';

/** @param root of the repository */
export async function openEditor(root: string): Promise<Aside> {
  const folder = join(root, '.cache/editor');
  await buildEditor(root, join(folder, 'admin'));
  const site = openSite(folder, readRules(join(root, 'netlify.toml')));
  return {
    serve: async (request) =>
      /^\/admin(?:\/|$)/.test(new URL(request.url).pathname) ? site.serve(request) : undefined,
  };
}
