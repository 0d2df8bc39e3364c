import { expect, test } from 'vitest';
import { backendOf } from '../../src/editor/backend.ts';

const nothingSet = { repository: '', branch: '' };
const set = { repository: 'weavers/shop', branch: 'live' };

test.each(['localhost', '127.0.0.1', '[::1]'])(
  'at %s the editor edits local files, whatever the settings',
  (hostname) => {
    for (const settings of [nothingSet, set]) {
      expect(backendOf({ hostname, ...settings })).toEqual({ backend: { name: 'test-repo' } });
    }
  },
);

test('on a deployed shop the editor uses GitHub, with the repository and branch of its settings', () => {
  const hostname = 'shop.example';
  const github = { name: 'github', repo: 'weavers/shop' };
  expect(backendOf({ hostname, ...set })).toEqual({ backend: { ...github, branch: 'live' } });
  // The repository's own default branch.
  expect(backendOf({ hostname, ...set, branch: '' })).toEqual({ backend: github });
});

test.each(['', 'live'])('a deployed shop without CMS_REPO (branch "%s") says what to set', (branch) => {
  expect(backendOf({ hostname: 'shop.example', repository: '', branch })).toEqual({
    word: 'This editor does not know its repository yet: set CMS_REPO (such as owner/shop) among the site’s environment variables and deploy again.',
  });
});
