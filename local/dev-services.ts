/**
 * What Astro's dev server answers beside its pages: the shop's functions and pictures, the email outbox, the local
 * simulators and the editor. Functions come from Vite's module graph, so an edit applies to the next call.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { AstroIntegration } from 'astro';
import { writeCrops } from '../src/integrations/content-rules/campaign.ts';
import { buildEditor } from '../src/integrations/editor.ts';
import {
  type FunctionHost,
  type FunctionModule,
  hostFunctions,
  listFunctionFiles,
} from './functions/functions-host.ts';
import { openImages } from './images.ts';
import { askExtras, type Extra, markRequest } from './shop.ts';
import { readRules } from './site/netlify-rules.ts';
import { openSite } from './site/static-site.ts';

const FUNCTIONS = /^\/(?:api|\.netlify)\//;
const EXTRAS = /^\/(?:admin|__(?:content|outbox|push|payments|razorpay|stripe|google|emailjs))(?:[./?]|$)/;

export function devServices(root: string, imageCache: string, extras: readonly Extra[]): AstroIntegration {
  const crops = join(root, '.cache/crops');
  const sources = [join(root, 'public'), crops];
  const images = openImages({ sources, cacheFolder: imageCache, ...readRules(join(root, 'netlify.toml')) });
  return {
    name: 'taana-local-services',
    hooks: {
      'astro:server:setup': ({ server }) => {
        async function loadHost(): Promise<FunctionHost> {
          const modules = new Map<string, FunctionModule>();
          for (const { name, file } of await listFunctionFiles(join(root, 'netlify/functions'))) {
            modules.set(name, (await server.ssrLoadModule(file)) as FunctionModule);
          }
          return hostFunctions(modules);
        }

        async function answer(request: Request, ip: string): Promise<Response | undefined> {
          const { pathname } = new URL(request.url);
          if (!FUNCTIONS.test(pathname)) return askExtras(extras, request);
          if (pathname !== '/.netlify/images') return (await loadHost()).match(request)?.call(request, ip);
          await writeCrops(root, crops);
          return images.serve(request);
        }

        const handle = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void => {
          const { url = '' } = incoming;
          if (!FUNCTIONS.test(url) && !EXTRAS.test(url)) {
            next();
            return;
          }
          const ip = markRequest(incoming);
          const listener = getRequestListener(
            async (request) => (await answer(request, ip)) ?? new Response('Not found', { status: 404 }),
            {
              // Astro needs Node's own Response.
              overrideGlobalObjects: false,
              errorHandler: (error) => {
                console.error(error);
                return Response.json({ success: false, message: String(error) }, { status: 500 });
              },
            },
          );
          void listener(incoming, outgoing);
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
