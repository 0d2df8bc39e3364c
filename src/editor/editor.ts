/// <reference types="vite/client" />
import CMS from '@sveltia/cms';
import { LONGEST_SLUG } from '../contract/product-file.ts';
import { brand } from '../domain/shop.ts';
import { collections, singletons } from './collections.ts';
import { registerPreviews } from './previews/register.ts';
import { lendShopFolder } from './shop-folder.ts';

/**
 * The editor at /admin: Sveltia CMS over the files of this repository. On the local shop it works on the files of this
 * machine, without an account; on a deployed shop GitHub stands behind it (docs/editor.md). Nothing else loads it.
 */
const onThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
// Settings of the build (scripts/build/editor.ts).
const repository: string = import.meta.env['CMS_REPO'] ?? '';
const branch: string = import.meta.env['CMS_BRANCH'] ?? '';

type Backend = NonNullable<NonNullable<Parameters<typeof CMS.init>[0]>['config']>['backend'];

/** Where the files are, or the sentence that says why they cannot be reached. */
async function findBackend(): Promise<{ backend: Backend } | { word: string }> {
  if (onThisMachine) {
    try {
      await lendShopFolder();
    } catch (error) {
      console.error(error);
      return {
        word: 'The local shop does not hand out its files. Open it with npm start, then load this page again.',
      };
    }
    // There is nobody to ask who is sitting here, so the sign-in is skipped.
    localStorage.setItem('sveltia-cms.user', JSON.stringify({ backendName: 'test-repo' }));
    return { backend: { name: 'test-repo' } };
  }
  if (repository === '') {
    return {
      word: 'This editor does not know its repository yet: set CMS_REPO (such as owner/shop) among the site’s environment variables and deploy again.',
    };
  }
  return { backend: { name: 'github', repo: repository, ...(branch === '' ? {} : { branch }) } };
}

const found = await findBackend();
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
