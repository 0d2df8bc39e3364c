/// <reference types="vite/client" />
import CMS from '@sveltia/cms';
import { LONGEST_SLUG } from '../contract/product-schema.ts';
import { brand } from '../domain/config.ts';
import { backendOf, localBackend } from './backend.ts';
import { collections, singletons } from './collections.ts';
import { registerPreviews } from './previews/register.ts';
import { lendShopFolder } from './shop-folder.ts';

/**
 * The editor at /admin: Sveltia CMS over the files of this repository. In the local shop it edits local files, without
 * an account; in a deployed shop it uses GitHub (docs/editor.md). Nothing else loads it.
 */

type Found = ReturnType<typeof backendOf>;

/** Opens the local shop's files if the editor works on them. */
async function reachFiles(found: Found): Promise<Found> {
  if ('word' in found || found.backend !== localBackend) return found;
  try {
    await lendShopFolder();
  } catch (error) {
    console.error(error);
    return {
      word: 'The local shop does not hand out its files. Open it with npm start, then load this page again.',
    };
  }
  // Nobody has to log in locally, so the login is skipped.
  localStorage.setItem('sveltia-cms.user', JSON.stringify({ backendName: localBackend.name }));
  return found;
}

const found = await reachFiles(
  backendOf({
    hostname: location.hostname,
    repository: import.meta.env['CMS_REPO'] ?? '',
    branch: import.meta.env['CMS_BRANCH'] ?? '',
  }),
);
if ('word' in found) {
  const word = document.getElementById('word');
  if (word) {
    word.textContent = found.word;
    word.hidden = false;
  }
} else {
  registerPreviews();
  await CMS.init({
    config: {
      load_config_file: false,
      backend: found.backend,
      app_title: `${brand.name} editor`,
      logo: { src: '/favicon.svg' },
      media_folder: 'public/campaign',
      public_folder: '/campaign',
      media_libraries: {
        default: { config: { slugify_filename: true, max_file_size: 8_000_000 } },
        stock_assets: { providers: [] },
      },
      slug: { encoding: 'ascii', clean_accents: true, maxlength: LONGEST_SLUG },
      output: { omit_empty_optional_fields: true, yaml: { quote: 'none' } },
      show_preview_links: true,
      collections,
      singletons,
    },
  });
}
