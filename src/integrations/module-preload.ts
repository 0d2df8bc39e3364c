/**
 * Vite adds 1.7 kB to every page's script to wait for the style sheets of a dynamic import. No dynamic import here has
 * styles, so one line that prefetches a module's imports is enough. A module that fails to load fires an event on the
 * window, where src/offline finds the reason.
 */
import type { Plugin } from 'vite';

const HELPER = /vite\/preload-helper\.js(?:\?desk)?$/;

export function modulePreload(): Plugin {
  return {
    name: 'small-preload',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: HELPER },
      handler: () => `
        const asked = new Set();
        export const __vitePreload = (load, modules = []) => {
          for (const module of modules) {
            if (asked.has(module)) continue;
            asked.add(module);
            const link = document.createElement('link');
            link.rel = 'modulepreload';
            link.href = '/' + module;
            document.head.append(link);
          }
          return load().catch((error) => {
            dispatchEvent(new Event('missing'));
            throw error;
          });
        };`,
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        // Every page requests this chunk on the first interaction, so no other import needs to name it.
        const onInteraction = chunks.find(({ name }) => name === 'interaction');
        const alreadyRequested = onInteraction ? [onInteraction.fileName, ...onInteraction.imports] : [];
        for (const file of chunks) {
          const requested = file.name === 'shop' ? [] : alreadyRequested;
          file.code = withNamedModules(file.code, [file.fileName, ...file.imports, ...requested]);
          if (file.code.includes('__vite__mapDeps'))
            this.error(`${file.fileName} names its modules in a new way`);
        }
      },
    },
  };
}

/**
 * A chunk's code with the file names that each dynamic import needs at the import itself, in place of Vite's table at
 * the start of the chunk. Files that load before the chunk runs are left out.
 * @param there names of the chunk and of its static imports
 */
function withNamedModules(code: string, there: readonly string[]): string {
  const [table, list] = /const __vite__mapDeps=.*?m\.f=(\[[^\]]*\]).*?;\n/.exec(code) ?? [];
  if (table === undefined || list === undefined) return code;
  const names = JSON.parse(list) as string[];
  return code.replace(table, '').replaceAll(/__vite__mapDeps\(\[([\d,]*)\]\)/g, (_, places: string) => {
    const needed = places.split(',').map((place) => names[Number(place)] ?? '');
    return JSON.stringify(needed.filter((name) => !there.includes(name)));
  });
}
