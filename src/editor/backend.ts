import type { CmsConfig } from '@sveltia/cms';

/** Where the editor was opened, and the settings of the build (src/integrations/editor.ts), '' if they are not set. */
interface Surroundings {
  hostname: string;
  repository: string;
  branch: string;
}

/** Uses the local shop's folder without login (shop-folder.ts). */
export const localBackend = { name: 'test-repo' } as const satisfies CmsConfig['backend'];

/** The backend of the files, or the message that says why there is none. */
export function backendOf({
  hostname,
  repository,
  branch,
}: Surroundings): { backend: CmsConfig['backend'] } | { word: string } {
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return { backend: localBackend };
  if (repository === '') {
    return {
      word: 'This editor does not know its repository yet: set CMS_REPO (such as owner/shop) among the site’s environment variables and deploy again.',
    };
  }
  return { backend: { name: 'github', repo: repository, ...(branch === '' ? {} : { branch }) } };
}
