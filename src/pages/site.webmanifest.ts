import type { APIRoute } from 'astro';
import { paths } from '../contract/paths.ts';
import { brand } from '../domain/config.ts';
import { appManifest } from '../layouts/app-manifest.ts';

export const GET: APIRoute = () =>
  appManifest({
    name: `${brand.name}: ${brand.tagline}`,
    short_name: brand.name,
    description: brand.blurb,
    id: paths.home,
    start_url: paths.home,
    scope: paths.home,
    display: 'minimal-ui',
  });
