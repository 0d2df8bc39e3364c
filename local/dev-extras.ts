/** Local extras inside Astro's dev server: the email outbox, the local simulators and the editor. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { AstroIntegration } from 'astro';
import { type Aside, askAsides } from './shop.ts';

const OURS = /^\/(?:admin|__(?:content|outbox|payments|razorpay|stripe|google|emailjs))(?:[./?]|$)/;

export function localAsides(asides: readonly Aside[]): AstroIntegration {
  const listener = getRequestListener(
    async (request) => (await askAsides(asides, request)) ?? new Response('Not found', { status: 404 }),
    // Astro, which starts after this, needs Node's own Response.
    { overrideGlobalObjects: false },
  );
  return {
    name: 'taana-local-asides',
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
