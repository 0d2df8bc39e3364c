/**
 * Staff and shoppers share source files, but not what a browser fetches: whatever the desk uses of a shared file would
 * otherwise stay in the chunk that every shopper loads, and the desk would run that chunk, the shell of the shop. So the
 * desk gets its own copy of each, and of the packages that stand in that chunk.
 */
import type { Plugin } from 'vite';

const COPY = '?desk';
const OF_DESK = /\/src\/(?:features\/desk\/|layouts\/DeskLayout\.astro|pages\/desk\/)/;
const SHARED = /\/src\/[^?]+\.tsx?$|\/node_modules\/@?nanostores\/[^?]+\.js$|vite\/preload-helper\.js$/;

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
