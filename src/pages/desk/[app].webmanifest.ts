import type { APIRoute } from 'astro';
import { deskPaths } from '../../contract/desk-paths.ts';
import { deskScreenMessages } from '../../contract/messages/desk.ts';
import { brand } from '../../domain/config.ts';
import { appManifest } from '../../layouts/app-manifest.ts';
import { isDeskBuilt } from '../../layouts/desk-staff.ts';

export function getStaticPaths() {
  return isDeskBuilt() ? [{ params: { app: 'app' } }] : [];
}

/** The desk is installed beside the shop. */
export const GET: APIRoute = () =>
  appManifest({
    name: `${brand.name} ${deskScreenMessages.title}`,
    short_name: deskScreenMessages.title,
    id: deskPaths.today,
    start_url: deskPaths.today,
    scope: deskPaths.today,
    display: 'standalone',
  });
