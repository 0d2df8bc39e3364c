/**
 * Vite puts 1.7 kB into every page's script to wait for the style sheets of a dynamic import. Nothing here imports styles
 * dynamically, so all that is left to do is to fetch the modules behind a module beside it, and that is a line.
 * One that does not come is told to the window, where src/offline looks for the reason.
 */
import type { Plugin } from 'vite';

const HELPER = /vite\/preload-helper\.js$/;

export function smallPreload(): Plugin {
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
  };
}
