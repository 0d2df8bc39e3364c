/**
 * Staff and shoppers share source files, but not what a browser fetches: whatever the desk uses of a shared file would
 * otherwise stay in the chunk that every shopper loads. So the desk gets its own copy of each.
 */
import type { Plugin } from 'vite';

const COPY = '?desk';
const OF_DESK = /\/src\/(?:features\/desk\/|layouts\/DeskLayout\.astro|pages\/desk\/)/;
const SHARED = /\/src\/[^?]+\.tsx?$/;

export const isCopyForDesk = (id: string): boolean => id.endsWith(COPY);

export function deskModules(): Plugin {
  return {
    name: 'desk-modules',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      if (!importer || !(isCopyForDesk(importer) || OF_DESK.test(importer))) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found || found.external || OF_DESK.test(found.id) || !SHARED.test(found.id)) return found;
      return { ...found, id: found.id + COPY };
    },
  };
}
