/** Local extras inside Astro's dev server: the email outbox, the local simulators and the editor. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { AstroIntegration } from 'astro';
import { buildEditor } from '../src/integrations/editor.ts';
import { type Extra, askExtras } from './shop.ts';
import { readRules } from './site/netlify-rules.ts';
import { openSite } from './site/static-site.ts';

const OURS = /^\/(?:admin|__(?:content|outbox|payments|razorpay|stripe|google|emailjs))(?:[./?]|$)/;

export function localExtras(extras: readonly Extra[]): AstroIntegration {
  const listener = getRequestListener(
    async (request) => (await askExtras(extras, request)) ?? new Response('Not found', { status: 404 }),
    // Astro, which starts after this, needs Node's own Response.
    { overrideGlobalObjects: false },
  );
  return {
    name: 'taana-local-extras',
    hooks: {
      'astro:server:setup': ({ server }) => {
        const handle = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void => {
          if (OURS.test(incoming.url ?? '')) void listener(incoming, outgoing);
          else next();
        };
        // Before Astro's own handler, which would answer 404.
        server.middlewares.stack.unshift({ route: '', handle });
      },
    },
  };
}

/** The editor, which no built site contains here. @param root of the repository */
export async function openEditor(root: string): Promise<Extra> {
  const folder = join(root, '.cache/editor');
  await buildEditor(root, join(folder, 'admin'));
  const site = openSite(folder, readRules(join(root, 'netlify.toml')));
  return {
    serve: async (request) =>
      /^\/admin(?:\/|$)/.test(new URL(request.url).pathname) ? site.serve(request) : undefined,
  };
}
