/**
 * The shop's functions and pictures inside Astro's dev server. Functions come from Vite's module graph, so an edit
 * applies to the next call.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { AstroIntegration } from 'astro';
import { writeCrops } from '../../src/integrations/content-rules/campaign.ts';
import {
  type FunctionHost,
  type FunctionModule,
  hostFunctions,
  listFunctionFiles,
} from './functions-host.ts';
import { openImages } from '../images.ts';
import { readRules } from '../site/netlify-rules.ts';
import { markRequest } from '../shop.ts';

export interface LocalFunctionsOptions {
  root: string;
  imageCache: string;
}

const OURS = /^\/(?:api|\.netlify)\//;

export function localFunctions({ root, imageCache }: LocalFunctionsOptions): AstroIntegration {
  const rules = readRules(resolve(root, 'netlify.toml'));
  const crops = resolve(root, '.cache/crops');
  const sources = [resolve(root, 'public'), crops];
  const images = openImages({ sources, cacheFolder: imageCache, ...rules });
  return {
    name: 'taana-local-functions',
    hooks: {
      'astro:server:setup': ({ server }) => {
        async function loadHost(): Promise<FunctionHost> {
          const modules = new Map<string, FunctionModule>();
          for (const { name, file } of await listFunctionFiles(resolve(root, 'netlify/functions'))) {
            modules.set(name, (await server.ssrLoadModule(file)) as FunctionModule);
          }
          return hostFunctions(modules);
        }

        async function answer(request: Request, ip: string): Promise<Response> {
          if (new URL(request.url).pathname === '/.netlify/images') {
            await writeCrops(root, crops);
            return images.serve(request);
          }
          const match = (await loadHost()).match(request);
          return match?.call(request, ip) ?? new Response('Not found', { status: 404 });
        }

        const handle = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void => {
          if (!OURS.test(incoming.url ?? '')) {
            next();
            return;
          }
          const ip = markRequest(incoming);
          void getRequestListener((request) => answer(request, ip), {
            errorHandler: (error) => {
              console.error(error);
              return Response.json({ success: false, message: String(error) }, { status: 500 });
            },
          })(incoming, outgoing);
        };
        // Before Astro's own handler, which would answer 404.
        server.middlewares.stack.unshift({ route: '', handle });
      },
    },
  };
}
